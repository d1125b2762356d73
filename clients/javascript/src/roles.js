// The roles of the page file's semantics (docs/reference/format.md), by ARIA's names; an empty place has none there, or one that hosts give by themselves.
const names = ',,paragraph,heading,link,button,img,list,listitem,main,navigation,banner,contentinfo,complementary,region,search,form,article,checkbox,radio,switch,textbox,searchbox,combobox,listbox,option,spinbutton,slider,progressbar,meter,group,radiogroup,table,row,rowgroup,cell,columnheader,rowheader,caption,grid,gridcell,treegrid,tree,treeitem,dialog,alertdialog,alert,status,log,timer,marquee,tooltip,menu,menubar,menuitem,menuitemcheckbox,menuitemradio,tab,tablist,tabpanel,toolbar,separator,scrollbar,figure,blockquote,code,definition,term,deletion,insertion,emphasis,strong,subscript,superscript,mark,time,math,note,document,application,feed,directory,suggestion,comment,sectionheader,sectionfooter,none'.split(',');

/** @param {number} role @returns {string} */
export const roleOf = role => names[role] ?? '';
