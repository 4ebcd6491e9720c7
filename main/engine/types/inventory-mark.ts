/** The end of an inventory at some moment: what a rescan adds later has greater IDs. */
export interface InventoryMark {
  readonly item: number;
  readonly folder: number;
}

/** Before everything. */
export const inventoryStart: InventoryMark = { item: 0, folder: 0 };
