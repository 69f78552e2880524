import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { SlidersHorizontal } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import type { Problem } from '../../../contract/problem.ts'
import { ExportButton } from '../../features/exporting/ExportButton.tsx'
import { useCount, useMark, useProfileNameInLinks } from '../../api/collection.ts'
import { useRun } from '../../api/runs.ts'
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
import { LookMenu } from './view/LookMenu.tsx'
import { SavedViewsMenu } from './view/saved/SavedViewsMenu.tsx'
import { SearchField } from './view/SearchField.tsx'
import { SortMenu } from './view/SortMenu.tsx'
import { isNarrowed } from './view/filters.ts'
import { useColumns } from './view/useColumns.ts'
import { useView } from './view/useView.ts'
import type { Look } from './view/useColumns.ts'
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
  const partial = first.data?.partial ?? false
  const count = useCount(view, partial).data
  const selecting = useSelection(rows.view)
  const look = useColumns(viewing)
  const mark = useMark()
  const run = useRun(view.run ?? null).data?.run
  const runName = (id: string) => (run?.id === id ? run.name : 'A bulk run')
  const entry = useRef<(() => void) | null>(null)
  const leave = () => entry.current?.()
  return (
    <>
      <Top viewing={viewing} look={look} leave={leave}>
        {(profileName) =>
          selecting.count > 0 ? (
            <SelectionBar selecting={selecting} view={rows.view} matching={count ?? null} leave={leave} />
          ) : (
            <>
              <Counted count={count} partial={partial} />
              <Chips view={view} choose={choose} profileName={profileName} runName={runName} />
              <span className={styles['look']}>
                <SortMenu view={view} choose={choose} />
                <LookMenu look={look} />
              </span>
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
          layout={look}
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
  look: Look
  leave: () => void
  /** The line below the filters. */
  children: (profileName: (id: string) => string) => ReactNode
}

/** What is searched and filtered by. It stays while the rows scroll. */
function Top({ viewing, look, leave, children }: TopProps) {
  const { view, type, choose } = viewing
  const [filtersOpened, filters] = useDisclosure(false)
  const profileName = useProfileName(view.profileId)
  return (
    <div className={styles['top']}>
      <div className={styles['searchRow']}>
        <SearchField search={view.search} type={type} leave={leave} />
        <SavedViewsMenu viewing={viewing} columns={look.columns} />
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

/** Profiles that are gone have left their links here, which know what they were called. */
function useProfileName(filtered: string | undefined): (id: string, inLinks?: string) => string {
  const { profiles } = useSession().state
  const known = (id: string) => profiles.find((profile) => profile.id === id)?.name
  const gone = filtered !== undefined && known(filtered) === undefined ? filtered : null
  const goneName = useProfileNameInLinks(gone)
  return (id, inLinks) => known(id) ?? inLinks ?? (id === gone ? goneName : undefined) ?? 'A removed profile'
}
