import type { Client } from '../client/client.ts'
import type { Cancelling } from './cancelling.ts'
import type { InFlight } from '../inFlight.ts'
import type { Jobs } from '../jobs.ts'
import type { Checks } from '../library/checks/checks.ts'
import type { Collection } from '../library/collection/collection.ts'
import type { Imports } from '../library/imports/imports.ts'
import type { LinkChanges } from '../library/linkChanges.ts'
import type { Records } from '../library/records.ts'
import type { Rules } from '../library/rules.ts'
import type { LibrarySchemes } from '../library/schemes.ts'
import type { AnnouncedServices } from '../library/services.ts'
import type { LongWork } from '../longWork.ts'
import type { ApplyProfileRules } from '../profiles/profileRules.ts'
import type { FindDestination } from '../profiles/profiles.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { Remote } from '../../sqlite/thread/messages.ts'

/** The services that requests about links use. A function takes a `Pick` of them. */
export interface LinkServices {
  settings: SettingsFile
  destination: FindDestination
  client: Client
  services: AnnouncedServices
  schemes: Remote<LibrarySchemes>
  records: Remote<Records>
  checks: Remote<Checks>
  collection: Pick<Remote<Collection>, 'extent' | 'countedLinks' | 'saveVisits'>
  imports: Remote<Imports>
  linkChanges: Remote<LinkChanges>
  rules: Pick<Remote<Rules>, 'get'>
  applyRules: ApplyProfileRules
  cancelling: Cancelling
  inFlight: InFlight
  jobs: Jobs
  longWork: LongWork
  reportBug: (call: string, error: unknown) => void
}
