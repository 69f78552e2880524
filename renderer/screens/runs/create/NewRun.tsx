import { Link } from 'wouter'
import { useCanChangeLinks } from '../../../features/change/many/useCanChangeLinks.ts'
import { changeTablePath } from '../../../session/routes.ts'
import { useSession } from '../../../session/Session.tsx'
import { EnvironmentBadge } from '../../../ui/Badge.tsx'
import { ListsForm } from './ListsForm.tsx'
import { TableProblem, TableReader } from './TableReader.tsx'
import { TableSource } from './TableSource.tsx'
import { useNewRun } from './useNewRun.ts'
import styles from './create.module.css'

/** Starts a change run from a table of links and their new addresses. */
export function NewChanges() {
  const run = useNewRun('change')
  const { profile, environment } = useSession().current
  return (
    <TableReader {...run}>
      <div className={styles['page']}>
        <p className={styles['lede']}>
          Every row changes where one link of <strong>{profile.name}</strong>{' '}
          <EnvironmentBadge environment={environment} /> goes. You see every difference before anything is
          sent.
        </p>
        {!profile.canChangeLinks && <p>The service of {profile.name} doesn’t offer to change links.</p>}
        <TableProblem {...run} />
        {profile.canChangeLinks && (
          <TableSource
            example={'Link\tNew address\nhttps://go.example.com/Ab3\thttps://shop.example.com/new'}
            takeFile={run.takeFile}
            takePasted={run.takePasted}
          />
        )}
      </div>
    </TableReader>
  )
}

/** Starts a run that creates links, from a table or from lists. */
export function NewRun() {
  const run = useNewRun('create')
  const { current } = useSession()
  return (
    <TableReader {...run}>
      <div className={styles['page']}>
        <p className={styles['lede']}>
          Every row becomes one link in <strong>{current.profile.name}</strong>{' '}
          <EnvironmentBadge environment={current.environment} />. You check everything before the first link
          is created.
        </p>
        <TableProblem {...run} />
        <TableSource
          example={'Title\tCampaign\tDesktop\nSummer sale\tsummer\thttps://shop.example.com/sale'}
          hasTemplate
          takeFile={run.takeFile}
          takePasted={run.takePasted}
        />
        <ListsForm take={(source) => run.take(source, 'your lists')} />
        <OtherSources />
      </div>
    </TableReader>
  )
}

/** Offers other sources of rows. */
function OtherSources() {
  const canChangeLinks = useCanChangeLinks()
  return (
    <section className={styles['others']} aria-labelledby="bulk-others">
      <h2 id="bulk-others">More ways to begin</h2>
      <ul>
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
      </ul>
    </section>
  )
}
