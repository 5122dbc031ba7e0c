// The forms of the API page: ask the service, and show the command and the answer.
"use strict";

function quoted(text) {
  return "'" + text.replaceAll("'", "'\\''") + "'";
}

function requestOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const field of form.querySelectorAll("[data-in]")) {
    if (field.dataset.in === "path") {
      path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
    } else if (field.value !== "") {
      query.set(field.name, field.value);
    }
  }
  const address = query.size ? `${path}?${query}` : path;
  return { address: new URL(address, location.origin).href, options: optionsOf(form) };
}

function optionsOf(form) {
  const body = form.elements.body;
  if (!body) return {};
  return { method: "POST", headers: { "Content-Type": body.dataset.type }, body: body.value };
}

function command({ address, options }) {
  if (!options.body) return `curl ${quoted(address)}`;
  const type = quoted(`Content-Type: ${options.headers["Content-Type"]}`);
  return `curl ${quoted(address)} -H ${type} --data-binary ${quoted(options.body)}`;
}

function readable(text, type) {
  return type.includes("json") ? JSON.stringify(JSON.parse(text), null, 1) : text;
}

async function ask(event) {
  event.preventDefault();
  const form = event.target;
  const shown = form.querySelector(".answer");
  const request = requestOf(form);
  shown.hidden = false;
  shown.textContent = command(request);
  try {
    const response = await fetch(request.address, request.options);
    const text = readable(await response.text(), response.headers.get("Content-Type") || "");
    shown.textContent += `\n\n${response.status} ${response.statusText}\n${text}`;
  } catch (error) {
    shown.textContent += `\n\n${error}`;
  }
}

for (const form of document.querySelectorAll("form")) form.addEventListener("submit", ask);
