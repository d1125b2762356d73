function say(what) { document.setTitle(what); }
