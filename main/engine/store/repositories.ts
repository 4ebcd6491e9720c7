import type { Database } from 'better-sqlite3';
import { createContainerFolderRepository } from './container-folder-repository.ts';
import { createCustodianMatchRepository } from './custodian-match-repository.ts';
import { createCustodianRepository } from './custodian-repository.ts';
import { createCustodianTemplateRepository } from './custodian-template-repository.ts';
import { createEventRepository } from './event-repository.ts';
import { createFileHashRepository } from './file-hash-repository.ts';
import { createFindingRepository } from './finding-repository.ts';
import { createFolderRepository } from './folder-repository.ts';
import { createFoundFileRepository } from './found-file-repository.ts';
import { createInspectionRepository } from './inspection-repository.ts';
import { createItemRepository } from './item-repository.ts';
import { createKeptInspectionRepository } from './kept-inspection-repository.ts';
import { createLineSpeedRepository } from './line-speed-repository.ts';
import { createLinkCheckRepository } from './link-check-repository.ts';
import { createLinkHostRepository } from './link-host-repository.ts';
import { createListingRepository } from './listing-repository.ts';
import { createLockedFileRepository } from './locked-file-repository.ts';
import { createPackRepository } from './pack-repository.ts';
import { createRenamedCustodianRepository } from './renamed-custodian-repository.ts';
import { createSavedReceiptRepository } from './saved-receipt-repository.ts';
import { createSelectionRepository } from './selection-repository.ts';
import { createSigningKeyRepository } from './signing-key-repository.ts';
import { createSourceFileRepository } from './source-file-repository.ts';
import { createSurveyRepository } from './survey-repository.ts';
import { createTemplateRepository } from './template-repository.ts';
import { createUploadRepository } from './upload-repository.ts';
import { createWatchBatchRepository } from './watch-batch-repository.ts';
import { createWatchFileRepository } from './watch-file-repository.ts';
import { createWatchLedgerRepository } from './watch-ledger-repository.ts';
import { createWatchMatchRepository } from './watch-match-repository.ts';
import { createWatchRuleRepository } from './watch-rule-repository.ts';

/** All repositories of an open store; each prepares its statements once. */
export function createRepositories(db: Database) {
  return {
    uploads: createUploadRepository(db),
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
