const rows = document.getElementById("rows");
rows.reloadData(["A", "B", "C"].map((title) => ({
  sectionData: { title },
  rowsData: Array.from({ length: 100 }, (_, index) => ({ name: title + " " + index })),
})));
function again() {
  rows.stopHeaderRefresh();
  document.setTitle("read again");
}
