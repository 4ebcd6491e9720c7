export {
  type ItemId,
  itemId,
  type UploadId,
  uploadId,
  type WatchBatchId,
  type WatchRuleId,
  watchBatchId,
  watchRuleId,
} from '../../../preload/contract/views/ids.ts';
