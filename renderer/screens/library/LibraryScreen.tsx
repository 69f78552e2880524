import { Box, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useDeferredValue, useMemo, useRef, type ReactNode } from 'react'
import { ExportButton } from '../../features/exporting/ExportButton.tsx'
import { useMarkLinks } from '../../api/library.ts'
import { showProblem } from '../../api/offerUndo.ts'
import { TeamStatus } from '../../features/team/TeamStatus.tsx'
import { useSession } from '../../session/Session.tsx'
import { useCommands } from '../../session/commands.ts'
import { useProfileName } from '../../session/useProfileName.ts'
import { formatCount } from '../../ui/formatCount.ts'
import { Loading } from '../../ui/Loading.tsx'
import { EraseExamples } from './Examples.tsx'
import { ChangeMenu } from './ChangeMenu.tsx'
import { LinkCount, useShownCount, type ShownCount } from './LinkCount.tsx'
import { ImportButton } from './import/ImportButton.tsx'
import { LinkPanel } from './LinkPanel.tsx'
import { LinksGrid } from './list/LinksGrid.tsx'
import { useRows } from './list/useRows.ts'
import { RecentChanges } from './many/RecentChanges.tsx'
import { SelectionBar } from './many/SelectionBar.tsx'
import { toSelectedLinks } from './many/useManyActions.ts'
import { useSelection, type Selecting } from './many/useSelection.ts'
import { linksText } from '../../link/linksText.ts'
import { LoadError, NoLinks, NothingFound } from './EmptyStates.tsx'
import { Chips } from './view/Chips.tsx'
import { FilterBar } from './view/FilterBar.tsx'
import { LayoutMenu } from './view/LayoutMenu.tsx'
import { SavedViewsMenu } from './view/saved/SavedViewsMenu.tsx'
import { PrefetchContext, SearchContext } from './view/contexts.ts'
import { Scope } from './view/Scope.tsx'
import { SearchField } from './view/SearchField.tsx'
import { PrintedLinks } from './PrintedLinks.tsx'
import { SortMenu } from './view/SortMenu.tsx'
import { isNarrowed, needsVisits } from './view/filters.ts'
import { VisitCoverage } from './view/VisitCoverage.tsx'
import { useColumns, type LayoutControls } from './view/useColumns.ts'
import { useRunName } from './view/useRunName.ts'
import { useView, type Viewing } from './view/useView.ts'
import styles from './library.module.css'
import { ImportDialog } from './import/ImportDialog.tsx'

/** Shows all links created or added here, to search, filter and edit in bulk. The URL contains the view. */
export default function LibraryScreen() {
  const viewing = useView()
  const { view, open, choose, show } = viewing
  const read = useRows(view)
  const { rows } = read
  const isEmpty = rows.isWhole && rows.count === 0
  const isBlank = isEmpty && !isNarrowed(rows.view) && !isNarrowed(view)
  // Kept here, because the button that opens it is replaced when the first rows arrive or the list becomes empty.
  const [isImporting, importing] = useDisclosure(false)
  useCommands({ importLinks: importing.open })
  return (
    <div className={styles['split']} data-open={open !== null || undefined}>
      <div className={styles['screen']}>
        {isBlank ? (
          <NoLinks showArchived={() => choose({ ...view, archived: 'only' })} openImport={importing.open} />
        ) : (
          <Collection viewing={viewing} read={read} isEmpty={isEmpty} openImport={importing.open} />
        )}
      </div>
      {open !== null && <LinkPanel id={open} rows={rows} show={show} />}
      {isImporting && <ImportDialog close={importing.close} />}
    </div>
  )
}

interface CollectionProps {
  viewing: Viewing
  read: ReturnType<typeof useRows>
  isEmpty: boolean
  openImport: () => void
}

function Collection({ viewing, read, isEmpty, openImport }: CollectionProps) {
  const { choose, filters, filter, show } = viewing
  const { rows, first } = read
  const counted = useShownCount(read)
  const selecting = useSelection(rows.view)
  const layout = useColumns(viewing)
  const markLinks = useMarkLinks()
  const runName = useRunName(filters.run)
  const { current } = useSession()
  const entry = useRef<(() => void) | null>(null)
  const leave = () => entry.current?.()
  return (
    <>
      <Toolbar
        {...{ viewing, layout, selecting, leave, openImport }}
        matching={matchingText(counted)}
        selectionBar={
          selecting.count > 0 && (
            <SelectionBar selecting={selecting} rows={rows} matching={counted.total} leave={leave} />
          )
        }
      >
        {(profileName) => (
          <>
            <LinkCount {...counted} />
            {/* Its text continues the count's. */}
            {!first.isPending && <Scope view={filters} choose={filter} isEmpty={isEmpty} />}
            <TeamStatus profileId={current.profile.id} />
            <EraseExamples />
            {needsVisits(rows.view) && <VisitCoverage view={rows.view} />}
            <Chips view={filters} choose={filter} profileName={profileName} runName={runName} />
            <Group component="span" gap={4}>
              <SortMenu view={filters} choose={filter} />
              <LayoutMenu layout={layout} />
              <RecentChanges />
            </Group>
          </>
        )}
      </Toolbar>
      {first.isPending && <Loading label="Loading your links" />}
      {first.error && <LoadError problem={first.error.problem} retry={() => void first.refetch()} />}
      {isEmpty && !first.error && <NothingFound view={rows.view} choose={choose} />}
      {rows.count > 0 && !first.error && (
        <LinksGrid
          // Rows of another height begin with the same top row (`useKeptRow`).
          key={layout.density}
          rows={rows}
          selecting={selecting}
          layout={layout}
          total={counted.total}
          star={({ id, starred }) =>
            // Callbacks of `mutate` are not called for an earlier star, or once the list is closed.
            void markLinks
              .mutateAsync({ which: { ids: [id] }, change: { starred: !starred } })
              .catch(showProblem)
          }
          sortBy={(sort) => filter({ ...filters, sort })}
          shownId={viewing.open}
          open={show}
          entry={entry}
        />
      )}
      <PrintedLinks view={rows.view} total={counted.total} />
    </>
  )
}

/** Returns how many links match, for a command. */
function matchingText({ count, partial }: ShownCount): string | null {
  if (!count || partial) return 'all links that match'
  if (count.total === 0) return null
  // Those that failed have nothing to change.
  const links = count.total - count.failed
  return links === 1 ? 'the link that matches' : `all ${formatCount(links, 'link')} that match`
}

interface ToolbarProps {
  /** Returns how many links match. */
  matching: string | null
  viewing: Viewing
  layout: LayoutControls
  selecting: Selecting
  leave: () => void
  openImport: () => void
  /** Replaces the filters while links are selected. */
  selectionBar: ReactNode
  /** Renders the line below the filters. */
  children: (profileName: (id: string) => string) => ReactNode
}

/**
 * Shows the search and the filters. The selection bar covers the filters, so that selecting a row doesn't move the
 * table.
 */
function Toolbar(props: ToolbarProps) {
  const { viewing, layout, selecting, leave, openImport, matching, selectionBar, children } = props
  const { view, filters, type, filter, prefetch, openQuery } = viewing
  const profileName = useProfileName(filters.profileId === undefined ? [] : [filters.profileId])
  // Rows render first. Saved views and the export follow.
  const deferredView = useDeferredValue(view)
  const { selection, count, failed } = selecting
  const exportable = useMemo(() => {
    const selected = { which: toSelectedLinks(selection), count: linksText({ total: count, failed }) }
    return { view: deferredView, selected: count > 0 ? selected : undefined }
  }, [deferredView, selection, count, failed])
  return (
    <Stack gap={8} flex="none" px={{ base: 20, md: 24 }} pt={{ base: 12, md: 14 }} pb={{ base: 6, md: 8 }}>
      <Group className={styles['searchRow'] ?? ''} gap={8} align="stretch">
        <SearchField search={view.search} type={type} leave={leave} />
        <SavedViewsMenu view={deferredView} openQuery={openQuery} columns={layout.columns} />
        <ExportButton links={exportable} />
        <ImportButton open={openImport} />
        {/* While links are selected, the selection bar changes these. */}
        <Box style={{ visibility: count > 0 ? 'hidden' : 'visible' }}>
          <ChangeMenu view={deferredView} matching={matching} />
        </Box>
      </Group>
      <Box pos="relative">
        <Stack className={styles['filterRows'] ?? ''} gap={8} inert={Boolean(selectionBar)}>
          <SearchContext value={view.search}>
            <PrefetchContext value={prefetch}>
              <FilterBar view={filters} choose={filter} profileName={profileName} />
            </PrefetchContext>
          </SearchContext>
          <Group className={styles['status'] ?? ''} gap="4px 12px" mih={28}>
            {children(profileName)}
          </Group>
        </Stack>
        {selectionBar}
      </Box>
    </Stack>
  )
}
