import { Group, Input, SegmentedControl, Select } from '@mantine/core'
import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import type { useRunAction } from '../../../api/runs.ts'
import { useSession } from '../../../session/Session.tsx'
import { environmentChoices } from '../../../ui/environments.ts'
import styles from './run.module.css'

interface TargetSelectProps {
  run: Run
  change: ReturnType<typeof useRunAction<'runs.change'>>
  /** Called when another one is chosen. */
  onChange: () => void
}

/** Selects the run's profile and environment. They can change until the first row is sent. */
export function TargetSelect({ run, change, onChange }: TargetSelectProps) {
  const { profiles } = useSession().state
  const choose = (target: Pick<CallInput<'runs.change'>, 'profileId' | 'environment'>) => {
    onChange()
    change.mutate({ id: run.id, ...target })
  }
  return (
    <Group className={styles['where']} gap="md">
      <Select
        label="Profile"
        disabled={change.isPending}
        data={profiles.map(({ id, name }) => ({ value: id, label: name }))}
        value={run.profileId}
        onChange={(profileId) => profileId !== null && choose({ profileId })}
      />
      <Input.Wrapper label="Environment" labelElement="div" labelProps={{ id: 'bulk-environment' }}>
        <SegmentedControl
          className={styles['environment'] ?? ''}
          aria-labelledby="bulk-environment"
          disabled={change.isPending}
          data={environmentChoices}
          value={run.environment}
          onChange={(environment) => choose({ environment })}
        />
      </Input.Wrapper>
    </Group>
  )
}
