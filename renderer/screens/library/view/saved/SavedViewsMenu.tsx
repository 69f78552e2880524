import { Button, Popover, Stack } from '@mantine/core'
import { Bookmark, ChevronDown } from 'lucide-react'
import { memo, useState } from 'react'
import type { ColumnName } from '../../../../../contract/app/library/columns/listColumns.ts'
import { maxViewNameLength } from '../../../../../contract/service/rules/viewLimits.ts'
import { ProblemView } from '../../../../ui/problem/ProblemView.tsx'
import { shorten } from '../../../../ui/shorten.ts'
import { showToast } from '../../../../ui/toast.ts'
import type { Viewing } from '../useView.ts'
import { parseColumns, toQuery, parseView } from '../viewQuery.ts'
import { useCall } from '../../../../api/useCall.ts'
import { SavedViewRow } from './SavedViewRow.tsx'
import { ViewForm } from './ViewForm.tsx'
import { QuietText } from '../../../../ui/variants.ts'

interface SavedViewsMenuProps {
  view: Viewing['view']
  openQuery: Viewing['openQuery']
  /** The shown columns. */
  columns: readonly ColumnName[]
}

/** Lists saved views: open, save, change and delete them. The button names the current one. */
export const SavedViewsMenu = memo(function SavedViewsMenu({
  view,
  openQuery,
  columns,
}: SavedViewsMenuProps) {
  const [opened, setOpened] = useState(false)
  const saved = useCall('views.list', {}, { staleTime: Infinity })
  const shown = toQuery(view, columns)
  const views = saved.data ?? []
  const current = views.find(({ query }) => canonicalQuery(query, columns) === shown)
  const close = () => setOpened(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      offset={4}
      trapFocus
      returnFocus
      // The first Escape only cancels a rename, so it is handled below.
      closeOnEscape={false}
    >
      <Popover.Target>
        <Button
          variant="default"
          flex="none"
          maw={220}
          leftSection={<Bookmark size={15} fill={current ? 'currentcolor' : 'none'} />}
          rightSection={<ChevronDown size={13} />}
          aria-label={current ? `Saved views: ${current.name}` : 'Saved views'}
          title={current?.name}
          onClick={() => setOpened(!opened)}
        >
          {current ? shorten(current.name, 24) : 'Saved views'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        aria-label="Saved views"
        p={10}
        miw={300}
        maw={360}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      >
        {saved.error && <ProblemView problem={saved.error.problem} />}
        {saved.data?.length === 0 && (
          <QuietText m={2}>Save your search and filters under a name, and open them again here.</QuietText>
        )}
        {views.length > 0 && (
          <Stack component="ul" gap={2} mah="min(320px, 40vh)" style={{ overflowY: 'auto' }}>
            {views.map((savedView) => (
              <SavedViewRow
                key={savedView.id}
                view={savedView}
                shown={shown}
                isCurrent={savedView === current}
                open={() => {
                  close()
                  openQuery(savedView.query)
                }}
              />
            ))}
          </Stack>
        )}
        <SaveView search={view.search} query={shown} close={close} />
      </Popover.Dropdown>
    </Popover>
  )
})

/** Saves the shown view. It is named after the search unless the user enters another name. */
function SaveView({ search, query, close }: { search: string; query: string; close: () => void }) {
  const saved = (name: string) => {
    close()
    showToast({ role: 'status', message: `View “${name}” saved` })
  }
  const view = { name: search.trim().slice(0, maxViewNameLength).toWellFormed(), query }
  return <ViewForm label="Save this view as" mt={10} view={view} saved={saved} />
}

/** Returns parameters in canonical order. Without columns, uses the shown ones. */
function canonicalQuery(query: string, columns: readonly ColumnName[]): string {
  return toQuery(parseView(query), parseColumns(query) ?? columns)
}
