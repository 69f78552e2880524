import { Button } from '@mantine/core'
import { Link2 } from 'lucide-react'
import { useLocation, useParams } from 'wouter'
import { Empty } from '../../ui/Empty.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useLinks } from '../../api/links.ts'
import { LinkDrawer } from './LinkDrawer.tsx'
import { LinksTable } from './LinksTable.tsx'
import styles from './library.module.css'

/** Every link that was created here, newest first. */
export default function LibraryScreen() {
  const { id } = useParams<{ id?: string }>()
  const [, go] = useLocation()
  const links = useLinks()
  if (links.isPending) return <Loading label="Loading your links" />
  if (links.error) {
    return (
      <div className={styles['screen']}>
        <ProblemView
          problem={links.error.problem}
          actions={
            <Button size="xs" variant="default" onClick={() => void links.refetch()}>
              Try again
            </Button>
          }
        />
      </div>
    )
  }
  const records = links.data.pages.flatMap((page) => page.records)
  const total = links.data.pages[0]?.total ?? 0
  return (
    <div className={styles['screen']}>
      {records.length === 0 ? (
        <NoLinks create={() => go('/create')} />
      ) : (
        <>
          <LinksTable records={records} />
          <div className={styles['more']}>
            <span role="status">
              {records.length === total
                ? `${total} ${total === 1 ? 'link' : 'links'}`
                : `${records.length} of ${total} links`}
            </span>
            {links.hasNextPage && (
              <Button
                variant="default"
                size="xs"
                loading={links.isFetchingNextPage}
                onClick={() => void links.fetchNextPage()}
              >
                Show older links
              </Button>
            )}
          </div>
        </>
      )}
      <LinkDrawer id={id ?? null} close={() => go('/links')} />
    </div>
  )
}

function NoLinks({ create }: { create: () => void }) {
  return (
    <Empty
      icon={Link2}
      title="No links yet"
      actions={<Button onClick={create}>Create your first link</Button>}
    >
      Every link you create is kept here: what you asked for, what became of it, and what the service has
      stored.
    </Empty>
  )
}
