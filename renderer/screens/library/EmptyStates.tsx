import { Box, Button } from '@mantine/core'
import { Link2, SearchX } from 'lucide-react'
import { useLocation } from 'wouter'
import { emptyView } from '../../../contract/app/library/emptyView.ts'
import { findLinkPath } from '../../../contract/service/path/linkPath.ts'
import type { LibraryView } from '../../../contract/app/library/view.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { findPath } from '../../../contract/app/window/windowPath.ts'
import { useCount } from '../../api/counts.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { shorten } from '../../ui/shorten.ts'
import { AddExamples } from './Examples.tsx'
import { ImportButton } from './import/ImportButton.tsx'
import { activeFilters, withoutFilters } from './view/filters.ts'

interface NoLinksProps {
  showArchived: () => void
  openImport: () => void
}

/** Shown before the first link, or after the last one was archived. */
export function NoLinks({ showArchived, openImport }: NoLinksProps) {
  const [, go] = useLocation()
  const archived = useCount({ ...emptyView, archived: 'only' })
  if (archived.error) {
    return <LoadError problem={archived.error.problem} retry={() => void archived.refetch()} />
  }
  if (!archived.data) return <Loading label="Loading your links" />
  if (archived.data.total > 0) {
    return (
      <Empty
        icon={Link2}
        title="Every link is archived"
        actions={
          <>
            <Button onClick={() => go('/create')}>Create a link</Button>
            <Button variant="default" onClick={showArchived}>
              Show archived links
            </Button>
          </>
        }
      >
        Archived links keep working. They’re only hidden here.
      </Empty>
    )
  }
  return (
    <Empty
      icon={Link2}
      title="No links yet"
      actions={
        <>
          <Button onClick={() => go('/create')}>Create your first link</Button>
          <Button variant="default" onClick={() => go('/find')}>
            Find a link
          </Button>
          <ImportButton open={openImport} />
          <AddExamples />
        </>
      }
    >
      Every link you create or add is kept here: what you requested, the result, and what the service has
      stored.
    </Empty>
  )
}

/** Shown instead of links that couldn't be read. */
export function LoadError({ problem, retry }: { problem: Problem; retry: () => void }) {
  return (
    <Box px={24} py="xs">
      <ProblemView problem={problem} retry={retry} />
    </Box>
  )
}

interface NothingFoundProps {
  view: LibraryView
  choose: (view: LibraryView) => void
}

/** Shows what was searched for, and offers to clear filters, or to look up the text if it is a link. */
export function NothingFound({ view, choose }: NothingFoundProps) {
  const [, go] = useLocation()
  const search = view.search.trim()
  const filters = activeFilters(view, String).length
  return (
    <Empty
      icon={SearchX}
      title={search === '' ? 'No links match' : `No links match “${shorten(search, 60)}”`}
      actions={
        <>
          {search !== '' && isLink(search) && (
            <Button onClick={() => go(findPath(search))}>Look it up on its service</Button>
          )}
          {filters > 0 && (
            <Button variant="default" onClick={() => choose(withoutFilters(view))}>
              Clear filters
            </Button>
          )}
          {search !== '' && (
            <Button variant="default" onClick={() => choose({ ...emptyView, sort: view.sort })}>
              {filters > 0 ? 'Clear everything' : 'Clear search'}
            </Button>
          )}
        </>
      }
    >
      {nothingFoundText(search, filters)}
    </Empty>
  )
}

function nothingFoundText(search: string, filters: number): string {
  const filtered = filters === 1 ? 'one filter' : `${filters} filters`
  if (search === '') return `Nothing in your library matches ${filtered}.`
  return `Titles, addresses, tags, notes and app data were searched${filters > 0 ? `, with ${filtered}` : ''}.`
}

function isLink(search: string): boolean {
  return (findLinkPath(search)?.host ?? null) !== null
}
