import { Divider, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { RunKind } from '../../../api/runList.ts'
import { useCanChangeLinks } from '../../../features/change/many/useCanChangeLinks.ts'
import { changeTablePath } from '../../../session/routes.ts'
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
        {!isChange && (
          <>
            <ListsForm take={(source) => run.take(source, 'your lists')} />
            <OtherSources />
          </>
        )}
      </NewRunPage>
    </TableReader>
  )
}

/** Offers other sources of rows. */
function OtherSources() {
  const canChangeLinks = useCanChangeLinks()
  return (
    <Stack component="section" gap="sm" aria-labelledby="bulk-others">
      <Divider />
      <h2 id="bulk-others">More ways to begin</h2>
      <Stack component="ul" gap={6} c="dimmed">
        <li>
          <strong>From links you already have.</strong> Select them in <Link href="/links">Links</Link>, then
          choose <em>Make more like these</em>.
        </li>
        <li>
          <strong>From another service.</strong> Choose a file exported from Bitly, Dub, Firebase, Kutt,
          Rebrandly, Shlink, Short.io, Sink or YOURLS. Linkwright knows its columns.
        </li>
        {canChangeLinks && (
          <li>
            <strong>For links that go elsewhere.</strong>{' '}
            <Link href={changeTablePath}>Paste links with their new addresses</Link>, to change links you
            already have.
          </li>
        )}
      </Stack>
    </Stack>
  )
}
