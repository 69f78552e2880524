import { Group, Table } from '@mantine/core'
import { memo } from 'react'
import type { Lookup } from '../../../../contract/app/calls/links/links.ts'
import { linkText } from '../../../../contract/service/address/linkAddress.ts'
import { otherEnvironment } from '../../../../contract/service/api/headers.ts'
import { findPath } from '../../../../contract/app/window/windowPath.ts'
import { useRenderAtEnd } from '../../../link/useRenderAtEnd.ts'
import { ProfileTile } from '../../../session/ProfileTile.tsx'
import type { SavedProfile } from '../../../session/currentProfile.ts'
import type { ProfileName } from '../../../session/useProfileName.ts'
import { Badge, EnvironmentBadge } from '../../../ui/Badge.tsx'
import { Breakable } from '../../../ui/Breakable.tsx'
import { RowLink } from '../../../ui/RowLink.tsx'
import { shorten } from '../../../ui/shorten.ts'
import { shownLink, toRow } from './rows.ts'
import { QuietText } from '../../../ui/variants.ts'

interface ManyTableProps {
  lookups: readonly Lookup[]
  profiles: readonly SavedProfile[]
  nameOf: ProfileName
}

/** Shows one link per row. Clicking a row opens the single result; for keyboard users, the link does. */
export function ManyTable({ lookups, profiles, nameOf }: ManyTableProps) {
  return (
    // The text of the first column, not its cell, begins where every part of the screen does.
    <Table
      w="calc(100% + 20px)"
      mx={-10}
      layout="fixed"
      fz="md"
      verticalSpacing={9}
      highlightOnHover
      aria-label="Links that were looked up"
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" w={{ base: '42%', sm: '30%' }}>
            Link
          </Table.Th>
          <Table.Th scope="col">What it does</Table.Th>
          <Table.Th scope="col" w={128}>
            State
          </Table.Th>
          <Table.Th scope="col" w="22%" visibleFrom="sm">
            Goes to
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lookups.map((lookup, index) => (
          <ManyRow key={index} lookup={lookup} profiles={profiles} nameOf={nameOf} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Maximum characters of a link and a destination in a row. */
const maxLinkLength = 80
const maxDestinationLength = 60

const ManyRow = memo(function ManyRow({
  lookup,
  profiles,
  nameOf,
}: Omit<ManyTableProps, 'lookups'> & { lookup: Lookup }) {
  const { link, context, inNeither } = lookup
  const shown = shownLink(lookup)
  const title = shown?.title
  useRenderAtEnd([shown])
  const { state, sentence, destination } = toRow(lookup, nameOf)
  const profile = profiles.find(({ id }) => id === context?.profileId)
  const text = linkText(link)
  return (
    <Table.Tr style={{ overflowWrap: 'break-word', verticalAlign: 'top' }}>
      <Table.Td>
        <RowLink href={findPath(text, context ?? undefined)}>
          <Breakable text={shorten(text, maxLinkLength)} />
        </RowLink>
        {title && <QuietText>{shorten(title, maxLinkLength)}</QuietText>}
        {context && (
          <Group component="span" gap="4px 6px" mt={3} c="dimmed" fz="xs">
            {profile && <ProfileTile profile={profile} />}
            <span>{nameOf(context.profileId)}</span>
            <EnvironmentBadge environment={context.environment} />
            {inNeither && <EnvironmentBadge environment={otherEnvironment(context.environment)} />}
          </Group>
        )}
      </Table.Td>
      <Table.Td style={{ textWrap: 'pretty' }}>{sentence}</Table.Td>
      <Table.Td>
        <Badge tone={state.tone}>{state.label}</Badge>
      </Table.Td>
      <Table.Td visibleFrom="sm" c="dimmed" fz="sm" title={destination ?? undefined}>
        {destination && (
          <Breakable text={shorten(destination.replace(/^https?:\/\//i, ''), maxDestinationLength)} />
        )}
      </Table.Td>
    </Table.Tr>
  )
})
