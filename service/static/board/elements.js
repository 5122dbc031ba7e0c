// Makes elements: html("button", {type: "button", onclick: f}, "Text")

export function html(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function button(text, onclick, attributes = {}) {
  return html("button", { type: "button", onclick, ...attributes }, text);
}

// Gives an element that many children: it keeps those it has, and `make(place)` makes the others.
export function resized(element, count, make) {
  while (element.children.length > count) element.lastChild.remove();
  while (element.children.length < count) element.append(make(element.children.length));
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}
