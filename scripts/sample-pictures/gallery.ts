import { aurora, contours, quietNight, ridges, terraces, train, waves } from './landscapes.ts';
import { cards, eggs, forms, graph, ledger, lists, plan, raft, swatches } from './objects.ts';
import { flames, keys, lamps, skyline, tiles, transit, voice } from './patterns.ts';
import type { Scene } from './svg.ts';

type Pictures = Readonly<Record<string, readonly [Scene, hue: number]>>;

/** The pictures of projects, and the covers of people: by key of the sample network, with the hue. Others keep the drawn ones. */
export const projectPictures = {
  kindform: [forms, 265],
  trainreader: [train, 275],
  ledgerline: [ledger, 165],
  tinyc: [eggs, 60],
  tokenforge: [swatches, 290],
  quietpager: [quietNight, 280],
  smallvoice: [voice, 330],
  framecourt: [flames, 35],
  busnumber4: [transit, 195],
  loadshed: [skyline, 300],
  tsunamiboard: [waves, 215],
  ridgeline: [contours, 165],
  explainaloud: [plan, 285],
  cachelog: [graph, 255],
  seatingplan: [raft, 200],
  lightwall: [lamps, 300],
  keyboards: [keys, 245],
  grocerycrdt: [lists, 155],
  teatelemetry: [terraces, 145],
  batchmuseum: [cards, 85],
} as const satisfies Pictures;

export const profileCovers: Pictures = {
  demo: [tiles, 255],
  amara: [skyline, 320],
  sofia: [swatches, 20],
  lars: [quietNight, 255],
  mateusz: [graph, 320],
  leila: [transit, 60],
  diego: [waves, 245],
  yusuf: [contours, 225],
  ingrid: [ridges, 215],
  emma: [lamps, 200],
  giulia: [ridges, 20],
  tomas: [voice, 190],
  marisol: [ridges, 300],
  samuel: [ridges, 165],
  tala: [waves, 190],
  isak: [aurora, 200],
};
