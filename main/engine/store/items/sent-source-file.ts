/** As which source file an item is sent: its own, or the one of the pack that it is a member of. */
export const sentTables = `
  LEFT JOIN pack_members AS member ON member.item_id = items.id LEFT JOIN packs ON packs.id = member.pack_id
  LEFT JOIN source_files AS own ON own.item_id = items.id AND own.abandoned = 0
  LEFT JOIN source_files AS packed ON packed.pack_id = member.pack_id AND packed.abandoned = 0
  LEFT JOIN source_files AS sent ON sent.id = coalesce(packed.id, own.id)`;
/** When the platform accepted it, else as `sentAt` says it of its upload. */
export const sentAtColumn =
  'coalesce(sent.completed_at, uploads.finished_at, uploads.started_at, uploads.created_at) AS sentAt';
