import { Text } from '@mantine/core'
import type { RunKind } from '../../../api/runList.ts'
import { useSession } from '../../../session/Session.tsx'
import { EnvironmentBadge } from '../../../ui/Badge.tsx'
import { ListsForm } from './ListsForm.tsx'
import { NewRunPage, TableProblem, TableReader } from './TableReader.tsx'
import { TableSource } from './TableSource.tsx'
import { useNewRun } from './useNewRun.ts'

const examples = {
  create: 'Title\tCampaign\tDesktop\nSummer sale\tsummer\thttps://shop.example.com/sale',
  change: 'Link\tNew address\nhttps://go.example.com/Ab3\thttps://shop.example.com/new',
}

/** Starts a run that creates links, from a table or from lists, or one that changes them from a table. */
export function NewRun({ kind }: { kind: RunKind }) {
  const run = useNewRun(kind)
  const { profile, environment } = useSession().current
  const isChange = kind === 'change'
  const where = (
    <>
      <strong>{profile.name}</strong> <EnvironmentBadge environment={environment} />
    </>
  )
  return (
    <TableReader {...run}>
      <NewRunPage>
        <Text c="dimmed">
          {isChange ? (
            <>
              Every row changes where one link of {where} goes. You see every difference before anything is
              sent.
            </>
          ) : (
            <>Every row becomes one link in {where}. You check everything before the first link is created.</>
          )}
        </Text>
        <TableProblem {...run} />
        {isChange && !profile.canChangeLinks ? (
          <p>The service of {profile.name} doesn’t offer to change links.</p>
        ) : (
          <TableSource {...run} example={examples[kind]} hasTemplate={!isChange} />
        )}
        {!isChange && <ListsForm take={(source) => run.take(source, 'your lists')} />}
      </NewRunPage>
    </TableReader>
  )
}
