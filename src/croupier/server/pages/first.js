// Takes up the one-time link: its secret is behind the #, which no server or proxy is sent.
const state = document.getElementById("state");
document.getElementById("form").addEventListener("submit", async (sent) => {
  sent.preventDefault();
  const [name, password] = ["name", "password"].map((field) => document.getElementById(field).value);
  const answer = await fetch("/api/invitation", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: location.hash.slice(1), name, password }),
  });
  const said = await answer.json();
  state.textContent = said.ok ? `Welcome, ${said.person.name}: you are administrator.` : said.error.message;
});
