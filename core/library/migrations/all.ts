import { sql as links } from './001-links.ts'
import { sql as presets } from './002-presets.ts'
import { sql as promotions } from './003-promotions.ts'
import { sql as suggestions } from './004-suggestions.ts'
import { sql as inconclusiveCreates } from './005-inconclusive-creates.ts'
import { sql as localData } from './006-local-data.ts'
import { sql as checks } from './007-checks.ts'
import { sql as savedViews } from './008-saved-views.ts'
import { sql as runs } from './009-runs.ts'
import { sql as visits } from './010-visits.ts'
import { sql as damagedRequests } from './011-damaged-requests.ts'
import { sql as localChanges } from './012-local-changes.ts'
import { sql as existingRows } from './013-existing-rows.ts'
import { sql as references } from './014-references.ts'
import { sql as linkHistory } from './015-link-history.ts'
import { sql as linkChanges } from './016-link-changes.ts'
import { sql as trackingRules } from './017-tracking-rules.ts'
import { sql as changeRuns } from './018-change-runs.ts'
import { sql as dismissedChanges } from './019-dismissed-changes.ts'
import { sql as senders } from './020-senders.ts'
import { sql as changeSenders } from './021-change-senders.ts'
import { sql as requestHashes } from './022-request-hashes.ts'
import { sql as ownPaths } from './023-own-paths.ts'
import { sql as visitCounts } from './024-visit-counts.ts'
import { sql as teamLinks } from './025-team-links.ts'
import { sql as images } from './026-images.ts'
import { sql as checkedPaths } from './027-checked-paths.ts'
import { sql as contentKeys } from './028-content-keys.ts'
import { sql as lastChanges } from './029-last-changes.ts'
import { sql as runRowWords } from './030-run-row-words.ts'

/**
 * The migrations from an empty file to the current library. A released migration never changes; append a new one
 * instead. `PRAGMA user_version` counts the applied migrations.
 */
export const migrations: readonly string[] = [
  links,
  presets,
  promotions,
  suggestions,
  inconclusiveCreates,
  localData,
  checks,
  savedViews,
  runs,
  visits,
  damagedRequests,
  localChanges,
  existingRows,
  references,
  linkHistory,
  linkChanges,
  trackingRules,
  changeRuns,
  dismissedChanges,
  senders,
  changeSenders,
  requestHashes,
  ownPaths,
  visitCounts,
  teamLinks,
  images,
  checkedPaths,
  contentKeys,
  lastChanges,
  runRowWords,
]
