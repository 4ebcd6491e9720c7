import type { Database } from 'better-sqlite3';
import { createCustodianMatchRepository } from './custodians/custodian-match-repository.ts';
import { createCustodianRepository } from './custodians/custodian-repository.ts';
import { createCustodianTemplateRepository } from './custodians/custodian-template-repository.ts';
import { createRenamedCustodianRepository } from './custodians/renamed-custodian-repository.ts';
import { createContainerFolderRepository } from './items/container-folder-repository.ts';
import { createFileHashRepository } from './items/file-hash-repository.ts';
import { createFindingRepository } from './items/finding-repository.ts';
import { createFolderRepository } from './items/folder-repository.ts';
import { createFoundFileRepository } from './items/found-file-repository.ts';
import { createInspectionRepository } from './items/inspection-repository.ts';
import { createItemRepository } from './items/item-repository.ts';
import { createKeptInspectionRepository } from './items/kept-inspection-repository.ts';
import { createListingRepository } from './items/listing-repository.ts';
import { createLockedFileRepository } from './items/locked-file-repository.ts';
import { createSelectionRepository } from './items/selection-repository.ts';
import { createSurveyRepository } from './items/survey-repository.ts';
import { createEventRepository } from './receipts/event-repository.ts';
import { createSavedReceiptRepository } from './receipts/saved-receipt-repository.ts';
import { createSigningKeyRepository } from './receipts/signing-key-repository.ts';
import { createDatasetRepository } from './uploads/dataset-repository.ts';
import { createLineSpeedRepository } from './uploads/line-speed-repository.ts';
import { createLinkCheckRepository } from './uploads/link-check-repository.ts';
import { createLinkHostRepository } from './uploads/link-host-repository.ts';
import { createPackRepository } from './uploads/pack-repository.ts';
import { createSourceFileRepository } from './uploads/source-file-repository.ts';
import { createTemplateRepository } from './uploads/template-repository.ts';
import { createUploadRepository } from './uploads/upload-repository.ts';
import { createWatchBatchRepository } from './watch/watch-batch-repository.ts';
import { createWatchFileRepository } from './watch/watch-file-repository.ts';
import { createWatchLedgerRepository } from './watch/watch-ledger-repository.ts';
import { createWatchMatchRepository } from './watch/watch-match-repository.ts';
import { createWatchRuleRepository } from './watch/watch-rule-repository.ts';

/** All repositories of an open store; each prepares its statements once. */
export function createRepositories(db: Database) {
  return {
    uploads: createUploadRepository(db),
    datasets: createDatasetRepository(db),
    items: createItemRepository(db),
    packs: createPackRepository(db),
    findings: createFindingRepository(db),
    foundFiles: createFoundFileRepository(db),
    inspections: createInspectionRepository(db),
    keptInspections: createKeptInspectionRepository(db),
    listings: createListingRepository(db),
    lockedFiles: createLockedFileRepository(db),
    linkChecks: createLinkCheckRepository(db),
    linkHosts: createLinkHostRepository(db),
    sourceFiles: createSourceFileRepository(db),
    events: createEventRepository(db),
    folders: createFolderRepository(db),
    custodianTemplates: createCustodianTemplateRepository(db),
    custodianMatches: createCustodianMatchRepository(db),
    containerFolders: createContainerFolderRepository(db),
    custodians: createCustodianRepository(db),
    templates: createTemplateRepository(db),
    lineSpeeds: createLineSpeedRepository(db),
    signingKeys: createSigningKeyRepository(db),
    savedReceipts: createSavedReceiptRepository(db),
    selections: createSelectionRepository(db),
    surveys: createSurveyRepository(db),
    fileHashes: createFileHashRepository(db),
    watchFiles: createWatchFileRepository(db),
    watchMatches: createWatchMatchRepository(db),
    watchLedger: createWatchLedgerRepository(db),
    renamedCustodians: createRenamedCustodianRepository(db),
    watchRules: createWatchRuleRepository(db),
    watchBatches: createWatchBatchRepository(db),
  };
}

export type Repositories = ReturnType<typeof createRepositories>;
