import { Stack } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useSession } from '../../../session/Session.tsx'
import { useProfileName } from '../../../session/useProfileName.ts'
import { findLink, findManyLinks, useKnownLinks, useRefreshAppState } from '../../../api/links.ts'
import type { LinkPath } from '../../../../contract/service/address/linkAddress.ts'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import { findPath, type LookupContext } from '../../../../contract/app/window/windowPath.ts'
import { omittedFrom } from '../../../link/searchText.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { ManyTable } from './ManyTable.tsx'
import { Progress } from './Progress.tsx'
import { getRun } from './lookupRuns.tsx'

interface ManyLinksProps {
  text: string
  links: readonly LinkPath[]
  /** Where the user chose to look up the links; `null` if the library or each link's domain decides. */
  chosenContext: LookupContext | null
}

/** Shows a table with the library's data of each link, confirmed by its service. */
export function ManyLinks({ text, links, chosenContext }: ManyLinksProps) {
  const { current } = useSession()
  const context = chosenContext ?? { profileId: current.profile.id, environment: current.environment }
  const known = useKnownLinks(links, context)
  if (known === null) return <Loading label="Searching your library" />
  const records = links.map((_, index) => recordFor(known[index]?.records ?? [], chosenContext))
  return <Lookups {...{ text, links, chosenContext, context, records }} />
}

/** Returns the record that determines where to look up a link: the one in the chosen environment, or else the first. */
function recordFor(records: readonly LinkRecord[], chosenContext: LookupContext | null): LinkRecord | null {
  if (!chosenContext) return records[0] ?? null
  const { environment } = chosenContext
  return records.find((record) => record.environment === environment) ?? null
}

interface LookupsProps extends ManyLinksProps {
  context: LookupContext
  records: readonly (LinkRecord | null)[]
}

function Lookups({ text, links, chosenContext, context, records }: LookupsProps) {
  const { state } = useSession()
  const refreshAppState = useRefreshAppState()
  const omitted = omittedFrom(history.state)
  const path = findPath(text, chosenContext ?? undefined)
  const { profiles } = state
  const run = getRun({
    ...{ path, omitted },
    links,
    profiles,
    context,
    isContextChosen: chosenContext !== null,
    records,
    find: findLink,
    findMany: findManyLinks,
    onFinished: refreshAppState,
  })
  const now = useSyncExternalStore(run.subscribe, run.state)
  const nameOf = useProfileName(now.lookups.flatMap((lookup) => lookup.context?.profileId ?? []))
  return (
    <Stack gap="sm">
      <Progress run={run} now={now} context={context} left={omitted} nameOf={nameOf} />
      <ManyTable lookups={now.lookups} profiles={profiles} nameOf={nameOf} />
    </Stack>
  )
}
