import { Stack } from '@mantine/core'
import type { LinkPath } from '../../../../contract/service/address/linkAddress.ts'
import type { LookupContext } from '../../../../contract/app/window/windowPath.ts'
import { usePastedLookups } from '../../../api/lookups.ts'
import { omittedFrom } from '../../../link/searchText.ts'
import { useSession } from '../../../session/Session.tsx'
import { useProfileName } from '../../../session/useProfileName.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { ManyTable } from './ManyTable.tsx'
import { Progress } from './Progress.tsx'

interface ManyLinksProps {
  links: readonly LinkPath[]
  /** Where the user chose to look up the links; `null` if the library or each link's domain decides. */
  chosenContext: LookupContext | null
}

/** Shows a table with the library's data of each link, confirmed by its service. */
export function ManyLinks({ links, chosenContext }: ManyLinksProps) {
  const { state, current } = useSession()
  const context = chosenContext ?? { profileId: current.profile.id, environment: current.environment }
  const { data, error, refetch } = usePastedLookups({
    ...{ links: [...links], context, isContextChosen: chosenContext !== null },
    omitted: omittedFrom(history.state),
  })
  const nameOf = useProfileName(data?.lookups.flatMap((lookup) => lookup.context?.profileId ?? []) ?? [])
  if (error && !data) return <ProblemView problem={error.problem} retry={() => void refetch()} />
  if (!data) return <Loading label="Searching your library" />
  return (
    <Stack gap="sm">
      <Progress now={data} context={context} nameOf={nameOf} />
      <ManyTable lookups={data.lookups} profiles={state.profiles} nameOf={nameOf} />
    </Stack>
  )
}
