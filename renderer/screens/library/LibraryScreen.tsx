import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { SlidersHorizontal } from 'lucide-react'
import { useRef } from 'react'
import { useCount, useMark } from '../../api/collection.ts'
import { useSession } from '../../session/Session.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { sayProblem } from '../../ui/problem/sayProblem.tsx'
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
import styles from './library.module.css'

/** Every link that was made or added here: searched, filtered, and tidied many at once. The address holds what is shown. */
export default function LibraryScreen() {
  const { view, open, type, choose, addressOf, show } = useView()
  const { rows, first } = useRows(view)
  const count = useCount(view)
  const selecting = useSelection(rows.view)
  const mark = useMark()
  const profileName = useProfileName()
  const [filtersOpened, filters] = useDisclosure(false)
  const entry = useRef<(() => void) | null>(null)
  const narrowed = isNarrowed(rows.view)
  const isEmpty = rows.isWhole && rows.count === 0
  const drawer = <LinkDrawer id={open} close={() => show(null)} />
  if (isEmpty && !narrowed && !isNarrowed(view)) {
    return (
      <div className={styles['screen']}>
        <NoLinks showArchived={() => choose({ ...view, archived: 'only' })} />
        {drawer}
      </div>
    )
  }
  return (
    <div className={styles['screen']}>
      <div className={styles['top']}>
        <div className={styles['searchRow']}>
          <SearchField search={view.search} type={type} leave={() => entry.current?.()} />
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
        </div>
        <FilterBar view={view} choose={choose} profileName={profileName} opened={filtersOpened} />
        <div className={styles['status']}>
          {selecting.count > 0 ? (
            <SelectionBar selecting={selecting} view={rows.view} matching={count.data ?? null} />
          ) : (
            <>
              <Counted count={count.data} partial={first.data?.partial ?? false} />
              <Chips view={view} choose={choose} profileName={profileName} />
              <SortMenu view={view} choose={choose} />
            </>
          )}
        </div>
      </div>
      {first.isPending && <Loading label="Loading your links" />}
      {first.error && (
        <div className={styles['failed']}>
          <ProblemView
            problem={first.error.problem}
            actions={
              <Button size="xs" variant="default" onClick={() => void first.refetch()}>
                Try again
              </Button>
            }
          />
        </div>
      )}
      {isEmpty && !first.error && <NothingFound view={rows.view} choose={choose} />}
      {rows.count > 0 && !first.error && (
        <LinksGrid
          rows={rows}
          selecting={selecting}
          total={count.data && !count.data.atLeast ? count.data.total : null}
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
      {drawer}
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
