window.onload = function () {
  document.getElementById('table').reloadData([{ rowsData: [{ name: 'one' }, { name: 'two' }] }]);
};
