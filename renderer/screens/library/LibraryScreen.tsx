import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { SlidersHorizontal } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import type { Problem } from '../../../contract/problem.ts'
import { useCount, useMark } from '../../api/collection.ts'
import { ExportButton } from '../../features/exporting/ExportButton.tsx'
import { useSession } from '../../session/Session.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { sayProblem } from '../../ui/problem/sayProblem.tsx'
import { ImportButton } from './import/ImportButton.tsx'
import { LinkDrawer } from './LinkDrawer.tsx'
import { LinksGrid } from './list/LinksGrid.tsx'
import { useRows } from './list/useRows.ts'
import { SelectionBar } from './many/SelectionBar.tsx'
import { useSelection } from './many/useSelection.ts'
import { NoLinks, NothingFound } from './Nothing.tsx'
import { Chips } from './view/Chips.tsx'
import { FilterBar } from './view/FilterBar.tsx'
import { SearchField } from './view/SearchField.tsx'
import { SortMenu } from './view/SortMenu.tsx'
import { isNarrowed } from './view/filters.ts'
import { useView } from './view/useView.ts'
import type { Viewing } from './view/useView.ts'
import styles from './library.module.css'

/** Every link that was made or added here: searched, filtered, and tidied many at once. The address holds what is shown. */
export default function LibraryScreen() {
  const viewing = useView()
  const { view, open, choose, show } = viewing
  const read = useRows(view)
  const { rows } = read
  const isEmpty = rows.isWhole && rows.count === 0
  const isBlank = isEmpty && !isNarrowed(rows.view) && !isNarrowed(view)
  return (
    <div className={styles['screen']}>
      {isBlank ? (
        <NoLinks showArchived={() => choose({ ...view, archived: 'only' })} />
      ) : (
        <Collection viewing={viewing} read={read} isEmpty={isEmpty} />
      )}
      <LinkDrawer id={open} close={() => show(null)} />
    </div>
  )
}

interface CollectionProps {
  viewing: Viewing
  read: ReturnType<typeof useRows>
  isEmpty: boolean
}

function Collection({ viewing, read: { rows, first }, isEmpty }: CollectionProps) {
  const { view, choose, addressOf, show } = viewing
  const count = useCount(view).data
  const selecting = useSelection(rows.view)
  const mark = useMark()
  const entry = useRef<(() => void) | null>(null)
  const leave = () => entry.current?.()
  return (
    <>
      <Top viewing={viewing} leave={leave}>
        {(profileName) =>
          selecting.count > 0 ? (
            <SelectionBar selecting={selecting} view={rows.view} matching={count ?? null} leave={leave} />
          ) : (
            <>
              <Counted count={count} partial={first.data?.partial ?? false} />
              <Chips view={view} choose={choose} profileName={profileName} />
              <SortMenu view={view} choose={choose} />
            </>
          )
        }
      </Top>
      {first.isPending && <Loading label="Loading your links" />}
      {first.error && <Failed problem={first.error.problem} retry={() => void first.refetch()} />}
      {isEmpty && !first.error && <NothingFound view={rows.view} choose={choose} />}
      {rows.count > 0 && !first.error && (
        <LinksGrid
          rows={rows}
          selecting={selecting}
          total={count && !count.atLeast ? count.total : null}
          star={({ id, starred }) =>
            mark.mutate(
              { which: { ids: [id] }, change: { starred: !starred } },
              { onError: ({ problem }) => sayProblem(problem) },
            )
          }
          sortBy={choose}
          addressOf={addressOf}
          open={show}
          entry={entry}
        />
      )}
    </>
  )
}

interface TopProps {
  viewing: Viewing
  leave: () => void
  /** The line below the filters. */
  children: (profileName: (id: string) => string) => ReactNode
}

/** What is searched and filtered by. It stays while the rows scroll. */
function Top({ viewing: { view, type, choose }, leave, children }: TopProps) {
  const [filtersOpened, filters] = useDisclosure(false)
  const profileName = useProfileName()
  return (
    <div className={styles['top']}>
      <div className={styles['searchRow']}>
        <SearchField search={view.search} type={type} leave={leave} />
        <Button
          variant="default"
          className={styles['filtersToggle'] ?? ''}
          aria-expanded={filtersOpened}
          aria-controls="link-filters"
          leftSection={<SlidersHorizontal size={15} aria-hidden />}
          onClick={filters.toggle}
        >
          Filters
        </Button>
        <ExportButton links={{ view }} />
        <ImportButton />
      </div>
      <FilterBar view={view} choose={choose} profileName={profileName} opened={filtersOpened} />
      <div className={styles['status']}>{children(profileName)}</div>
    </div>
  )
}

function Failed({ problem, retry }: { problem: Problem; retry: () => void }) {
  return (
    <div className={styles['failed']}>
      <ProblemView
        problem={problem}
        actions={
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        }
      />
    </div>
  )
}

interface CountedProps {
  count: { total: number; atLeast: boolean } | undefined
  partial: boolean
}

/** How many links there are. Its place stays while that is not known. */
function Counted({ count, partial }: CountedProps) {
  const text = count && `${count.atLeast && !partial ? 'more than ' : ''}${countedLinks(count.total)}`
  return (
    <span role="status" className={styles['count']}>
      {text}
      {partial && ' so far. Older links are still being prepared for the search.'}
    </span>
  )
}

/** A number of links, in words. */
function countedLinks(links: number): string {
  return `${links.toLocaleString()} ${links === 1 ? 'link' : 'links'}`
}

/** Profiles that are gone have left their links here. */
function useProfileName(): (id: string) => string {
  const { profiles } = useSession().state
  return (id) => profiles.find((profile) => profile.id === id)?.name ?? 'A removed profile'
}
