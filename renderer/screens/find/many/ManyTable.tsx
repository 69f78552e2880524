import { Group } from '@mantine/core'
import { memo } from 'react'
import { linkText } from '../../../../contract/service/address/linkAddress.ts'
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
import type { Lookup } from './lookup.ts'
import styles from './many.module.css'

interface ManyTableProps {
  lookups: readonly Lookup[]
  profiles: readonly SavedProfile[]
  nameOf: ProfileName
}

/** Shows one link per row. Clicking a row opens the single result; for keyboard users, the link does. */
export function ManyTable({ lookups, profiles, nameOf }: ManyTableProps) {
  return (
    <table className={styles['table']} aria-label="Links that were looked up">
      <thead>
        <tr>
          <th scope="col">Link</th>
          <th scope="col">What it does</th>
          <th scope="col">State</th>
          <th scope="col">Goes to</th>
        </tr>
      </thead>
      <tbody>
        {lookups.map((lookup, index) => (
          <ManyRow key={index} lookup={lookup} profiles={profiles} nameOf={nameOf} />
        ))}
      </tbody>
    </table>
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
  const { link, context } = lookup
  useRenderAtEnd([shownLink(lookup)])
  const { state, sentence, destination } = toRow(lookup, nameOf)
  const profile = profiles.find(({ id }) => id === context?.profileId)
  const text = linkText(link)
  return (
    <tr>
      <td>
        <RowLink href={findPath(text, context ?? undefined)}>
          <Breakable text={shorten(text, maxLinkLength)} />
        </RowLink>
        {context && (
          <Group component="span" gap="4px 6px" mt={3} c="dimmed" fz="xs">
            {profile && <ProfileTile profile={profile} />}
            <span>{nameOf(context.profileId)}</span>
            <EnvironmentBadge environment={context.environment} />
          </Group>
        )}
      </td>
      <td className={styles['sentence']}>{sentence}</td>
      <td>
        <Badge tone={state.tone}>{state.label}</Badge>
      </td>
      <td className={styles['destination']} title={destination ?? undefined}>
        {destination && (
          <Breakable text={shorten(destination.replace(/^https?:\/\//i, ''), maxDestinationLength)} />
        )}
      </td>
    </tr>
  )
})
