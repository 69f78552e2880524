import { Anchor, Group, Stack } from '@mantine/core'
import { Link } from 'wouter'
import { emptyView } from '../../../contract/app/library/emptyView.ts'
import type { LibraryRow } from '../../../contract/app/library/row.ts'
import { findPath } from '../../../contract/app/window/windowPath.ts'
import { useCall } from '../../api/useCall.ts'
import { titleText } from '../../link/titleText.ts'
import { linkPath } from '../../session/routes.ts'
import { EnvironmentBadge } from '../../ui/Badge.tsx'
import { shorten } from '../../ui/shorten.ts'
import { QuietText } from '../../ui/variants.ts'

/** Maximum number of links shown. The palette shows as many, from the same cache. */
const maxLinks = 6

interface LibraryLinksProps {
  title: string
  /** Words of a title, an address or a tag; empty for the links that were created or added last. */
  search: string
}

/** Lists links of the library to look up. Renders nothing if there are none. */
export function LibraryLinks({ title, search }: LibraryLinksProps) {
  const view = { ...emptyView, search }
  const rows =
    useCall('library.search', { view, limit: maxLinks, exactFirst: true }, { gcTime: 20_000 }).data?.rows ??
    []
  if (rows.length === 0) return null
  return (
    <Stack component="section" gap="xs" maw="var(--measure)" aria-label={title}>
      <h2>{title}</h2>
      <Stack component="ul" gap={6}>
        {rows.map((row) => (
          <LinkLine key={row.id} row={row} />
        ))}
      </Stack>
    </Stack>
  )
}

/** Looks its link up. One that has no address opens its page, which says why. */
function LinkLine({ row: { id, title, link, environment } }: { row: LibraryRow }) {
  return (
    <Group component="li" gap="xs" wrap="nowrap">
      <Anchor component={Link} href={link === null ? linkPath(id) : findPath(link)} truncate>
        {titleText(title)}
      </Anchor>
      <QuietText span truncate>
        {link !== null && shorten(link.replace(/^https?:\/\//i, ''), 60)}
      </QuietText>
      <EnvironmentBadge environment={environment} />
    </Group>
  )
}
