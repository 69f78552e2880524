import { Group, SegmentedControl, Select } from '@mantine/core'
import type { LookupContext } from '../../contract/app/window/windowPath.ts'
import { environmentChoices } from '../ui/environments.ts'
import type { SavedProfile } from './currentProfile.ts'

interface TargetFieldsProps extends LookupContext {
  profiles: readonly SavedProfile[]
  disabled?: boolean
  choose: (part: Partial<LookupContext>) => void
}

/** Selects the profile and the environment of many links. */
export function TargetFields({ profiles, profileId, environment, disabled, choose }: TargetFieldsProps) {
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label="Profile"
        flex="1 1 200px"
        maw={320}
        disabled={disabled ?? false}
        data={profiles.map(({ id, name }) => ({ value: id, label: name }))}
        value={profileId}
        onChange={(chosen) => chosen !== null && choose({ profileId: chosen })}
      />
      <SegmentedControl
        aria-label="Environment"
        disabled={disabled ?? false}
        data={environmentChoices}
        value={environment}
        onChange={(chosen) => choose({ environment: chosen })}
      />
    </Group>
  )
}
