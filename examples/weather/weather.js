// Asks for the forecast and puts it into the page; what the app gave the page when it opened is shown until then.
const forecast = "https://weather.example/forecast.json";

function show(answer) {
  document.getElementById("city").setText(answer.city);
  document.getElementById("degrees").setText(answer.now.degrees + "°");
  document.getElementById("sky").setText(answer.now.sky);
  document.getElementById("days").reloadData([{ sectionData: {}, rowsData: answer.days }]);
  token.setStorage("forecast", JSON.stringify(answer));
}

function reload() {
  token.request({
    url: forecast, method: "GET", timeout: 10, resultType: "json",
    success: (answer) => show(answer),
    failure: () => token.alert(document.getElementById("offline").innerText, document.getElementById("old").innerText),
  });
}

reload();
