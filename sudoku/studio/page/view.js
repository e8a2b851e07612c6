// Which part of the board is seen: zoom and pan change the viewBox of its picture.

const MOST = 8;
const STEP = 1.4;

export class View {
  #whole = [0, 0, 1, 1];
  #part = [0, 0, 1, 1];
  isMoving = false;

  constructor(root) {
    this.root = root;
  }

  /** Take the box of a picture; another size is seen as a whole. */
  setBox(box) {
    const isSame = box.every((number, k) => number === this.#whole[k]);
    this.#whole = box;
    if (!isSame) this.fit();
  }

  get scale() { return this.#whole[2] / this.#part[2]; }

  fit() { this.#show(this.#whole); }

  /** Zoom about a point of the picture, by default about the middle of what is seen. */
  zoom(factor, at = null) {
    const [left, top, width, height] = this.#part;
    const [x, y] = at ?? [left + width / 2, top + height / 2];
    const scale = Math.min(MOST, Math.max(1, this.scale * factor));
    const ratio = this.scale / scale;
    this.#show([x - (x - left) * ratio, y - (y - top) * ratio, width * ratio, height * ratio]);
  }

  closer() { this.zoom(STEP); }

  farther() { this.zoom(1 / STEP); }

  /** Move what is seen by a distance of the picture. */
  pan(right, down) {
    const [left, top, width, height] = this.#part;
    this.#show([left + right, top + down, width, height]);
  }

  /** Move as little as is needed to see a square. */
  reveal(x, y, size) {
    const [left, top, width, height] = this.#part;
    const away = (at, begin, length) => Math.min(0, at - begin) + Math.max(0, at + size - begin - length);
    this.pan(away(x, left, width), away(y, top, height));
  }

  #show([left, top, width, height]) {
    const [x, y, w, h] = this.#whole;
    const between = (value, least, most) => Math.min(Math.max(value, least), Math.max(least, most));
    this.#part = [between(left, x, x + w - width), between(top, y, y + h - height), width, height];
    this.root.setAttribute("viewBox", this.#part.map(number => Math.round(number * 100) / 100).join(" "));
  }
}
