const items = [];
let entered = '';
const byId = (id) => document.getElementById(id);
function show() {
  byId('list').reloadData([{ rowsData: items }]);
  byId('count').setText(items.filter((item) => !item.kind).length + ' open');
}
byId('new').onTextChange((text) => { entered = text; });
function add() {
  if (!entered.trim()) { token.alert('To do', 'Nothing entered'); return; }
  items.push({ title: entered.trim(), kind: '' });
  entered = '';
  byId('new').setText('');
  show();
}
byId('add').setOnClick(add);
byId('new').onKeyBoardReturn(add);
byId('list').setOnClick((section, index) => {
  items[index].kind = items[index].kind ? '' : 'done';
  show();
});
