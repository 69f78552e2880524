import type { LinkDomains } from '../../../../contract/app/link/linkDomain.ts'
import type { CreateSource } from '../../../../contract/app/runs/sources.ts'
import type { RememberedReading } from '../../../../contract/app/tables/reading.ts'
import type { Environment } from '../../../../contract/service/api/headers.ts'

/** A run to create from a table. */
export interface SheetRequest {
  id: string
  profileId: string
  profileName: string
  environment: Environment
  source: CreateSource
  /** The profile's link domains, if links move here. */
  domains?: LinkDomains | undefined
  /** How earlier tables were read. */
  remembered?: readonly RememberedReading[]
  /** Whether the rows are links with their new addresses. */
  isChange?: boolean
  /** Defaults to the table's name. */
  name?: string | undefined
}
