/** Mistakes in critical lines, one at a time. Each has to fail a unit test: `npm run mutants`. */
export interface Mutant {
  /** What is wrong then. */
  readonly mistake: string;
  /** Occurs once in the sources, wherever the file is now. */
  readonly find: string;
  readonly replace: string;
  /** Names of unit tests' files, without `.test.ts`. */
  readonly tests: readonly string[];
}

type Row = readonly [mistake: string, find: string, replace: string, tests: string];

const parts: readonly Row[] = [
  [
    'parts begin one byte too late',
    'const offset = (number - 1) * plan.partSizeBytes;',
    'const offset = (number - 1) * plan.partSizeBytes + 1;',
    'part-plan',
  ],
  [
    'the last part is as long as the others',
    'length: Math.min(plan.partSizeBytes, plan.sizeBytes - offset)',
    'length: plan.partSizeBytes',
    'part-plan',
  ],
  [
    'a file may need a part more than the platform takes',
    '1 + Math.floor(sizeBytes / limits.maxParts),',
    'Math.floor(sizeBytes / limits.maxParts),',
    'part-plan',
  ],
  [
    'parts are smaller than the minimum',
    '    limits.minPartBytes,\n    1 + Math',
    '    1 + Math',
    'part-plan',
  ],
  [
    'the line decides about parts only where it is fast',
    'return Math.min(Math.max(speed * partSeconds, slowPartBytes), bytesPerBreak / partsPerBreak);',
    'return Math.max(speed * partSeconds, slowPartBytes);',
    'part-size',
  ],
  [
    'a part whose size differs counts as sent',
    '(listed.sizeBytes !== undefined && listed.sizeBytes !== part.sizeBytes)',
    'false',
    'compare-part-list',
  ],
  [
    'a part that the platform lacks counts as sent',
    'listed === undefined ||\n        normalizeEtag',
    'listed !== undefined &&\n        normalizeEtag',
    'compare-part-list',
  ],
  [
    'the budget of URLs that were refused is spent by those that expired',
    'inAll: before.inAll + (rule.inAll === forever ? 0 : 1),',
    'inAll: before.inAll + 1,',
    'retry-policy',
  ],
  [
    'progress does not start the count of retries over',
    "const startsOver = fault.kind === 'broken' && fault.madeProgress;",
    'const startsOver = false;',
    'retry-policy',
  ],
  [
    'a refused part is retried once more',
    'refusedPart: { ...untilItSucceeds, inAll: 3 },',
    'refusedPart: { ...untilItSucceeds, inAll: 4 },',
    'retry-policy',
  ],
  [
    'what succeeds elsewhere does not start the row over',
    'inARow: succeeded === before.succeeded ? before.inARow + 1 : 1,',
    'inARow: before.inARow + 1,',
    'retry-policy',
  ],
];

const completions: readonly Row[] = [
  [
    'a completion of another source file is taken for this one',
    "if (!isThisFile && isSet(id)) return { kind: 'unconfirmed', status, problem: 'other-id' };",
    '',
    'completion-answer',
  ],
  [
    'a state of failure counts as complete',
    'if (state !== null && failedStates.includes(state)) {',
    'if (false) {',
    'completion-answer',
  ],
  [
    'an answer that proves nothing is asked for ever',
    "if (next.verdict !== 'retry') return { kind: 'held', attempts: next.tries.failed };",
    '',
    'retry-policy',
  ],
  [
    'the wait for the assembly starts over with each answer',
    'const assemblingSinceMs = before.assemblingSinceMs ?? nowMs;',
    'const assemblingSinceMs = nowMs;',
    'retry-policy',
  ],
  [
    'a resume forgets that a completion of a file was requested',
    'this.mayBeDone = sourceFile.completionRequestedAt !== null;\n    this.#itemId = item.id;',
    'this.mayBeDone = false;\n    this.#itemId = item.id;',
    'send-file',
  ],
  [
    'a file whose completion may have been carried out fails instead of being held',
    "if (outcome.kind !== 'failed' || !mayBeDone) return outcome;",
    'return outcome;',
    'send-file',
  ],
  [
    'a file that changed while it was sent is completed',
    'if (change !== null) return endingOf(change);',
    '',
    'send-file',
  ],
  [
    'parts of another version join those that were sent',
    'if (other !== null) return { ok: false, failure: other };',
    '',
    'send-file',
  ],
  [
    'a resume sends parts that differ from the disk',
    'if (check.otherFile !== null) return { kind:',
    'if (false) return { kind:',
    'send-file',
  ],
  [
    'parts that the platform lost are not sent again after a resume',
    'const toSend = [...new Set([...differing, ...unknown])];',
    'const toSend = [...new Set([...unknown])];',
    'send-file',
  ],
  [
    'a file that is gone fails although its completion was requested',
    'if (before === null || before.platformId === null || !transfer.sourceFiles.mayBeAccepted(before))\n    return null;',
    'return null;',
    'send-file',
  ],
  [
    'a source file is created again after a restart',
    'if (before !== null && before.platformId !== null)\n    return { kind:',
    'if (false)\n    return { kind:',
    'send-file',
  ],
  [
    'an acknowledged part is not recorded',
    'sourceFiles.recordPart(part.sourceFile.id, acknowledged, now().toISOString());',
    '',
    'send-file',
  ],
  [
    'an ETag that differs from the MD5 counts as sent',
    "if (etagMd5.compare(etagScope, etag, md5) === 'differs') return { kind: 'differs' };",
    '',
    'send-file',
  ],
  [
    'a source file that is complete is sent again',
    "if (failure.code === 'source-file-complete') return { kind: 'held', failure };",
    '',
    'send-file',
  ],
  [
    'a completion that was refused counts as one that may be done',
    'if (!mayBeDone) await recordNotCompleted(transfer, sourceFile);',
    '',
    'send-file',
  ],
  [
    'the answer to a completion that was lost is a failure',
    "return answer.failure.code === 'outcome-unknown'\n      ? { kind: 'lost'",
    "return false\n      ? { kind: 'lost'",
    'send-file',
  ],
  [
    'a refused key fails one file instead of stopping the upload',
    "case 'key-refused':\n    case 'unexpected-answer':\n    case 'dataset-reused':",
    "case 'dataset-reused':",
    'send-file',
  ],
];

const packs: readonly Row[] = [
  [
    'a pack whose members changed counts as sent before its completion was requested',
    'if (file.mayBeDone && file.isComplete) sent =',
    'if (file.isComplete) sent =',
    'send-pack',
  ],
  [
    'a part that was sent is not compared with its members after a resume',
    'if (problems.length > 0) return dropMembers(file, part.number, problems);',
    '',
    'send-pack',
  ],
  [
    'a part that an edited store gave other files counts as sent',
    "if (isAsSent) return 'done';",
    "return 'done';",
    'send-pack',
  ],
  [
    'a pack is completed with other files than its completion was requested for',
    '!== null && !hasRecordedMembers(transfer, pack))',
    '!== null && false)',
    'send-pack',
  ],
  [
    'files that were sent again while a pack may be complete are not recorded',
    'if (this.mayBeDone) this.recordMembers(context.now().toISOString());',
    '',
    'send-pack',
  ],
  [
    'a pack is accepted with other files than its completion was requested for',
    "return ['sourceFileId', 'custodian', 'membersSha256'].every(",
    "return ['sourceFileId', 'custodian'].every(",
    'log-agreement',
  ],
  [
    'a pack that may be complete fails instead of being held',
    'return file.mayBeDone ? held(sent, refusal) : sent;',
    'return sent;',
    'send-pack send-and-complete',
  ],
  [
    'a source file that may be complete is replaced by another one',
    "    case 'replace': {\n      const { failure: changed }",
    "    case 'replace': {\n      return { kind: 'stopped' };\n      const { failure: changed }",
    'send-and-complete',
  ],
  [
    'parts are sent again for ever after refused completions',
    'if (repairs === maxRepairs) return refusedOutcome(completion);',
    'if (repairs === 20) return refusedOutcome(completion);',
    'send-and-complete',
  ],
  [
    'a pack of one member is sent',
    'membersBefore + members.ids.length < 2',
    'membersBefore + members.ids.length < 1',
    'send-pack',
  ],
  [
    'a profile’s largest part is ignored',
    'return { wanted: Math.min(wanted, maxPartBytes), atLeast',
    'return { wanted, atLeast',
    'pack-limits',
  ],
  [
    'a pack has one member too many',
    'this.#members.length >= limits.maxMembers ||',
    'this.#members.length > limits.maxMembers ||',
    'pack-planner',
  ],
  [
    'a pack mixes custodians of one folder',
    "return below === undefined || (below !== 'mixed' && below.custodian === custodian);",
    'return true;',
    'pack-planner',
  ],
  [
    'names that differ only by case share a pack',
    'if (this.#paths.has(path) || this.#below.has(path)) return false;',
    '',
    'pack-planner',
  ],
  [
    'the central directory points one byte too far',
    'into.writeUInt32LE(Math.min(offset, zip64From.bytes), at + 42);',
    'into.writeUInt32LE(Math.min(offset + 1, zip64From.bytes), at + 42);',
    'pack-layout',
  ],
  [
    'a part may be larger than the platform takes',
    '(bytes >= atLeast && bytes + more > atMost)',
    'false',
    'pack-cut',
  ],
  [
    'a pack is cut into parts below the minimum',
    "if (wanted >= atLeast) return { kind: 'part'",
    "if (true) return { kind: 'part'",
    'pack-cut',
  ],
  [
    'a segment of a disk image is packed',
    'return isContainerName(name) || isCertainSegmentName(name);',
    'return isContainerName(name);',
    'pack-repository pack-member',
  ],
  [
    'a block of a part begins where the one before did',
    '      from = index;\n      lengthBytes = 0;',
    '      lengthBytes = 0;',
    'part-reader',
  ],
];

const custodians: readonly Row[] = [
  [
    'the shorter of two rows above the chosen folder wins',
    'if (other === undefined || other.certainty < entry.certainty) entries.set(key, entry);',
    'if (other === undefined || other.certainty > entry.certainty) entries.set(key, entry);',
    'map-index',
  ],
  [
    'the row with the shortest path wins',
    'nearest: (path) => along(path).next().value ?? null',
    'nearest: (path) => [...along(path)].at(-1) ?? null',
    'map-index custodian-of',
  ],
  [
    'a pattern after the one that matches the folder wins for its files',
    'const earlier = { patterns: rules.patterns.slice(0, folderByPattern?.index) };',
    'const earlier = { patterns: rules.patterns };',
    'custodian-of',
  ],
  [
    'spellings that differ in case alone share a custodian',
    'else if (other.certainty === entry.certainty && other.custodian !== entry.custodian)',
    'else if (entry.isAmbiguous)',
    'map-index custodian-of',
  ],
  [
    'the rules override what a person assigned inside a container',
    'if (rule !== null && !container.isManual) return',
    'if (rule !== null) return',
    'child-custodians',
  ],
];

const selections: readonly Row[] = [
  [
    'midnight after the last day counts as that day',
    'file.modifiedMs >= beforeMs',
    'file.modifiedMs > beforeMs',
    'skip-reason',
  ],
  ['the rules override a choice by hand', "if (file.choice === 'selected') return null;", '', 'skip-reason'],
  [
    'include overrides exclude',
    'if (exclusion !== null) return exclusion;',
    "if (exclusion !== null && !(hasIncludes && exclusion.code === 'excluded')) return exclusion;",
    'skip-reason',
  ],
  [
    'what was sent before is sent again',
    'if (onlyNew && file.sent !== null) return file.sent;',
    '',
    'skip-reason',
  ],
];

const watched: readonly Row[] = [
  [
    'a change does not restart the wait',
    '    this.#sinceMs.delete(id);\n    this.#sinceMs.set(id, nowMs);',
    '    if (!this.#sinceMs.has(id)) this.#sinceMs.set(id, nowMs);',
    'settle-files',
  ],
  [
    'a file is due too early',
    'first[1] + this.#delayMs > nowMs) return null;',
    'first[1] > nowMs) return null;',
    'settle-files',
  ],
  [
    'what differs is not looked at before a file is taken',
    "if (versionChange(file, stats) !== null) return { kind: 'changed', found: stats };",
    "if (stats.sizeBytes !== file.sizeBytes) return { kind: 'changed', found: stats };",
    'check-settled',
  ],
  [
    'of two items of one name the earlier one counts',
    'for (const item of page) found.set(keyOf(item), item);',
    'for (const item of page) if (!found.has(keyOf(item))) found.set(keyOf(item), item);',
    'record-batch-outcome',
  ],
  [
    'a file that needs review is moved',
    "page.filter(({ state, movedTo }) => state === 'sent' && movedTo === null)",
    "page.filter(({ state, movedTo }) => (state === 'sent' || state === 'held') && movedTo === null)",
    'afterwards',
  ],
  [
    'a later version is moved',
    'isCurrent: watchFiles.newest(folderId, { text: name, bytes: nameBytes })?.id === row.id,',
    'isCurrent: true,',
    'afterwards',
  ],
  [
    'a failed file that has gone is retried',
    "`(state = 'failed' OR (state IN",
    '`((state IN',
    'watch-ledger-repository',
  ],
  [
    'a file is in two batches',
    "WHERE id = @id AND state = 'settled' AND batch_id IS NULL`",
    'WHERE id = @id`',
    'watch-ledger-repository',
  ],
  [
    'what left meanwhile is taken by the next batch',
    "SET state = iif(gone_at IS NULL, 'settled', 'gone'), batch_id = NULL",
    "SET state = 'settled', batch_id = NULL",
    'watch-ledger-repository',
  ],
  [
    'a copy elsewhere counts as renamed',
    'const left = elsewhere.filter((one) => facts.isThere(one) === false);',
    'const left = elsewhere;',
    'decide-settled',
  ],
  [
    'a file with the content of a sent one is a rename of it',
    'other.bornNs !== 0n && versionChange(one, other) === null;',
    'one.bornNs === other.bornNs && one.sizeBytes === other.sizeBytes && one.mtimeNs === other.mtimeNs;',
    'decide-settled renames',
  ],
  ['a rule sends outside its hours', 'if (opensAt === null) return null;', 'return null;', 'rule-wait'],
  [
    'one earlier row explains several files',
    'AND NOT EXISTS (SELECT 1 FROM watch_files AS later WHERE later.continues_id = file.id)\n',
    '\n',
    'renames copies moves-and-copies',
  ],
  [
    'a taken file that changed is not sent again',
    "if (!isUnchanged(known, found)) return 'new-version';",
    '',
    'observe',
  ],
  [
    'the disk is retried for ever',
    'const delayMs = delaysMs[retries];',
    'const delayMs = delaysMs[Math.min(retries, delaysMs.length - 1)];',
    'disk-retries',
  ],
  [
    'a folder that is never quiet is never sent',
    'Math.min(wantedMs - quietMs, longestWaitMs - waitedMs)',
    'wantedMs - quietMs',
    'batch-due',
  ],
  [
    'what was heard and not read yet counts as quiet',
    'earliest(this.#unreadSinceMs, top),\n',
    '',
    'quiet-time',
  ],
  [
    'a canceled upload leaves its files as sent',
    "const reason = { code: 'not-sent', reason: { code: 'cancelled' } } as const;\n  return { id, itemId: null, state: 'skipped'",
    "const reason = { code: 'not-sent', reason: { code: 'cancelled' } } as const;\n  return { id, itemId: null, state: 'sent'",
    'record-batch-outcome',
  ],
];

const files: readonly Row[] = [
  [
    'a root with another file ID is the one that was scanned',
    'const isRenumbered = !hasSameNumbers(before, now);',
    'const isRenumbered = before.device !== now.device;',
    'root-availability',
  ],
  [
    'another file of the same size and time is the same',
    "if (isBornLater || (isRenumbered && isTouched)) return { kind: 'replaced' };",
    '',
    'file-version',
  ],
  [
    'a change time that moved is no change',
    "return isTouched || shiftNs !== 0n ? { kind: 'touched' } : null;",
    "return shiftNs !== 0n ? { kind: 'touched' } : null;",
    'file-version',
  ],
  [
    'an hour and some seconds are a change of daylight saving',
    'return one - other === hourNs || other - one === hourNs;',
    'return (one - other) % 1_000_000_000n === 0n;',
    'file-version',
  ],
  [
    'a renumbered file within one run is the same',
    "return hasScannedNumbers ? { kind: 'replaced' } : null;",
    'return null;',
    'file-version',
  ],
  ['a move replaces what took the name', "if (look(to) !== null) return 'taken';", '', 'move-file'],
  [
    'a move deletes a file that took the earlier name',
    'if (moved !== null && isOneFile(held, moved)) unlinkSync(hold);',
    'if (moved !== null) unlinkSync(hold);',
    'move-file',
  ],
  ['a file is moved through a link', "if (isBehindLink(request)) throw refusal('ELOOP');", '', 'move-file'],
  [
    'a file has its name before it is on the disk',
    'mode: ownerOnlyFile, flush: true }',
    'mode: ownerOnlyFile, flush: false }',
    'atomic-file',
  ],
  [
    'a new file replaces one that is there',
    'else await renameToNew(temporary, path);',
    'else await rename(temporary, path);',
    'atomic-file',
  ],
  [
    'a folder with foreign files is a data folder',
    "if (other === undefined) return success({ kind: 'empty', names });",
    "return success({ kind: 'empty', names });",
    'data-folder',
  ],
  [
    'any file of the mark’s name is a mark',
    "?.toString('latin1') === markStart;",
    ' !== undefined;',
    'data-folder',
  ],
  [
    'writes that fail count as done',
    'for (const write of writes) write.failed(error);\n      return;',
    'for (const write of writes) write.done();\n      return;',
    'write-batcher',
  ],
];

const receipts: readonly Row[] = [
  ['a receipt over an edited log is intact', 'broken ??= chain.next(event);', '', 'receipt-json'],
  [
    'an event’s previous hash is ignored',
    "if (event.previousHash !== head) return { code: 'event-unlinked', seq };",
    '',
    'hash-chain',
  ],
  [
    'an event’s own hash is ignored',
    "if (event.hash !== hashOf(event)) return { code: 'event-changed', seq };",
    '',
    'hash-chain',
  ],
  [
    'a missing event is not missed',
    'if (event.seq !== seq) return',
    'if (event.seq < seq) return',
    'hash-chain',
  ],
  [
    'members of a pack without event pass',
    "if (logged === undefined || partCount !== null || became !== 'accepted')\n          problems",
    "if (logged !== undefined && (partCount !== null || became !== 'accepted'))\n          problems",
    'log-agreement',
  ],
  [
    'a pack without its source file passes',
    "if (!isListed) problems.add('packs-not-logged');",
    '',
    'log-agreement',
  ],
  [
    'members that are not those of the event pass',
    "members?.hex() === data['membersSha256'];",
    'true;',
    'log-agreement',
  ],
  [
    'accepted files need no event',
    "if (!accepted.isZero()) problems.add('items-not-logged');",
    '',
    'log-agreement receipt-json',
  ],
  [
    'outcomes need no event',
    "if (!outcomes.isZero()) problems.add('outcomes-not-logged');",
    '',
    'log-agreement',
  ],
  [
    'a receipt of another key is the expected one',
    'if (expected.key !== undefined && expected.key !== signer?.fingerprint)',
    'if (expected.key !== undefined && signer === null)',
    'receipt-signature',
  ],
  [
    'a file whose hash differs is the same',
    'if (differing.length === 0) addSame(same);',
    'addSame(same);',
    'compare-folder',
  ],
];

const requests: readonly Row[] = [
  [
    'a slot is free before its second is over',
    'export const slotHoldMs = 1_005;',
    'export const slotHoldMs = 900;',
    'rate-limiter',
  ],
  [
    'a request is free before it was answered',
    'this.#sql.set.run(inFlight, this.#process, free);',
    'this.#sql.set.run(now, this.#process, free);',
    'rate-limiter',
  ],
  [
    'Retry-After pauses nothing',
    'if (pausedUntilMs > now && pausedUntilMs <= now + maxPauseMs) return',
    'if (false) return',
    'rate-limiter',
  ],
  [
    'bulk requests come before a person’s',
    'const first = interactive ?? (isFirst ? background : bulk);',
    'const first = (isFirst ? background : bulk) ?? interactive;',
    'rate-limiter',
  ],
  [
    'what creates something is repeated after a lost answer',
    "repeat === 'safe' ? fault('passing', outcome.reason) : unknownOutcome(operation, outcome.reason)",
    "fault('passing', outcome.reason)",
    'request-outcome',
  ],
  ['a refused key is retried', "    case 401:\n      return 'key-refused';\n", '', 'request-outcome'],
  [
    'Retry-After has no bound',
    'Math.min(Math.max(0, waitMs), retryAfterCapMs)',
    'Math.max(0, waitMs)',
    'retry-policy',
  ],
  [
    'a list goes on at another server',
    "target.origin === url.origin && target.username === ''",
    "target.username === ''",
    'next-page',
  ],
  [
    'a page that shares its last time loses elements',
    'elements: isWhole ? data : others,',
    'elements: data,',
    'next-page',
  ],
  [
    'files are sent outside their hours',
    'if (bandwidth.bytesPerSecond > 0) return;',
    'return;',
    'sending-hours',
  ],
  [
    'the bandwidth limit is twice as high',
    'this.#freeBytes + (limit * (now - this.#freedAtMs)) / 1000;',
    'this.#freeBytes + (limit * (now - this.#freedAtMs)) / 500;',
    'bandwidth-limiter',
  ],
  [
    'an item that is being sent is handed out again',
    'this.#page = found.filter(({ id }) => !this.#taken.has(id));',
    'this.#page = [...found];',
    'item-queue',
  ],
];

const shown: readonly Row[] = [
  [
    'findings of files that are not sent are counted',
    'return group.findings - group.skipped - group.opened;',
    'return group.findings - group.opened;',
    'finding-groups',
  ],
];

const listed = (rows: readonly Row[]): readonly Mutant[] =>
  rows.map(([mistake, find, replace, tests]) => ({ mistake, find, replace, tests: tests.split(' ') }));

export const mutants: readonly Mutant[] = [
  ...listed(parts),
  ...listed(completions),
  ...listed(packs),
  ...listed(custodians),
  ...listed(selections),
  ...listed(watched),
  ...listed(files),
  ...listed(receipts),
  ...listed(requests),
  ...listed(shown),
];
