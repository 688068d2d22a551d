// What is wrong with a letter on this screen, a sentence each.
(() => {
  const faults = new Set();
  const wide = window.innerWidth;
  const call = (el) => `<${el.tagName.toLowerCase()}> "${(el.textContent || '').trim().slice(0, 40)}"`;

  // Nothing is wider than the screen.
  const page = document.scrollingElement;
  if (page.scrollWidth > wide) faults.add(`the page is ${page.scrollWidth} px wide`);
  const out = (r) => r.width > 0 && (r.right > wide + 0.5 || r.left < -0.5);
  for (const el of document.body.querySelectorAll('*')) {
    if (out(el.getBoundingClientRect())) faults.add(`${call(el)} sticks out`);
    if (el.tagName === 'PRE' && el.scrollWidth > el.clientWidth) faults.add(`${call(el)} scrolls sideways`);
  }

  // Pictures are there and whole.
  for (const img of document.images) {
    if (!img.complete || img.naturalWidth === 0) faults.add(`${img.src.slice(0, 60)} is not loaded`);
    const r = img.getBoundingClientRect();
    if (wide < 500 && !img.src.endsWith('.svg') && img.naturalWidth < 2 * r.width) faults.add(`a picture of ${img.naturalWidth} px is shown ${r.width} px wide`);
    if (r.width < (img.closest('.v') ? 150 : 200) || r.height < 100 || out(r)) faults.add(`a picture is ${r.width} x ${r.height} px at ${r.left}`);
  }

  // A thumb hits every link, and not two at once. In a table of results, which must fit the screen,
  // links have the least width that WCAG 2.2, 2.5.8, allows; on a board of links, the least height, too.
  const links = [...document.links].filter((a) => a.getClientRects().length);
  const boxes = links.map((a) => a.getBoundingClientRect());
  links.forEach((a, i) => {
    const r = boxes[i];
    if (r.height < (a.closest('.b') ? 24 : 40) || r.width < (a.closest('.b, .c') ? 24 : 32)) faults.add(`${call(a)} is ${r.width} x ${r.height} px`);
    const s = boxes[i + 1];
    if (s && r.left < s.right && s.left < r.right && r.top < s.bottom && s.top < r.bottom) faults.add(`${call(a)} overlaps the next link`);
  });

  // Every text can be read: WCAG 2.2, 1.4.3.
  const colour = (text) => {
    const n = text.match(/[\d.]+/g).map(Number);
    return { r: n[0], g: n[1], b: n[2], a: n.length > 3 ? n[3] : 1 };
  };
  const over = (top, under) => ({
    r: top.r * top.a + under.r * (1 - top.a),
    g: top.g * top.a + under.g * (1 - top.a),
    b: top.b * top.a + under.b * (1 - top.a),
    a: 1,
  });
  const night = matchMedia('(prefers-color-scheme: dark)').matches;
  const canvas = night ? { r: 18, g: 18, b: 18, a: 1 } : { r: 255, g: 255, b: 255, a: 1 };
  const ground = (el) => {
    if (!el) return canvas;
    const own = colour(getComputedStyle(el).backgroundColor);
    return own.a === 1 ? own : over(own, ground(el.parentElement));
  };
  const light = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const el = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !el.getClientRects().length) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    for (const r of range.getClientRects()) if (out(r)) faults.add(`the text of ${call(el)} sticks out`);
    const under = ground(el);
    const [a, b] = [light(over(colour(getComputedStyle(el).color), under)), light(under)].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < 4.5) faults.add(`${call(el)} has a contrast of ${contrast.toFixed(2)}`);
  }
  return [...faults];
})()
