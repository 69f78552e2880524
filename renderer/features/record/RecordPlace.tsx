import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { EnvironmentBadge } from '../../ui/Badge.tsx'

interface RecordPlaceProps {
  record: LinkRecord
  children?: ReactNode
}

/** Shows a link's environment and profile. A link kept for reference only has the name of its service. */
export function RecordPlace({ record: { state, environment, profileName }, children }: RecordPlaceProps) {
  return (
    <Group gap="xs" wrap="nowrap" miw={0} c="dimmed" fz="sm">
      {state !== 'reference' && <EnvironmentBadge environment={environment} />}
      <Text span inherit truncate title={profileName}>
        {profileName}
      </Text>
      {children}
    </Group>
  )
}
