import type { RunSource } from '../../../../contract/calls/runs.ts'
import type { RememberedReading } from '../../../../contract/tables/reading.ts'
import type { Environment } from '../../../../contract/headers.ts'

/** A run to create from a table. */
export interface SheetRequest {
  id: string
  profileId: string
  profileName: string
  environment: Environment
  source: RunSource
  /** How earlier tables were read. */
  remembered?: readonly RememberedReading[]
  /** Whether the rows are links with their new addresses. */
  isChange?: boolean
  /** Defaults to the table's name. */
  name?: string | undefined
}
