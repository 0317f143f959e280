// The window on a large plane: it stays on the plane, and zooms around the pointer.

import assert from "node:assert/strict";
import { test } from "node:test";

const { framedOn, kept, zoomed } = await import(`${process.env.WEB}/js/pan.js`);

const plane = { w: 1000, h: 600 };
const room = { w: 300, h: 300 };

test("the window frames a point and stays on the plane", () => {
  assert.deepEqual(framedOn([500, 300], plane, room), { x: 350, y: 150, z: 1 });
  assert.deepEqual(framedOn([0, 590], plane, room), { x: 0, y: 300, z: 1 });
});

test("the smallest zoom shows the whole plane, in the middle", () => {
  const view = kept({ x: 0, y: 0, z: 0.01 }, plane, room);
  assert.equal(view.z, 0.3);
  assert.equal(view.x, 0);
  assert.equal(view.y, -60);
});

test("zooming keeps the point under the pointer", () => {
  const before = framedOn([500, 300], plane, room);
  const after = zoomed(before, 2, [150, 150], plane, room);
  assert.equal(after.z, 2);
  assert.equal((after.x + 150) / after.z, 500);
  assert.equal((after.y + 150) / after.z, 300);
});
