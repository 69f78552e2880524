import { Menu, SegmentedControl, UnstyledButton } from '@mantine/core'
import { ChevronsUpDown, Laptop, Plus, Server } from 'lucide-react'
import { useLocation } from 'wouter'
import type { AppState } from '../../contract/calls/app.ts'
import type { Environment } from '../../contract/headers.ts'
import { useSwitchTo } from '../queries/profiles.ts'
import { sayProblem } from '../problem/sayProblem.tsx'
import type { Current, SavedProfile } from './currentProfile.ts'
import styles from './shell.module.css'

const environments: { value: Environment; label: string }[] = [
  { value: 'development', label: 'Development' },
  { value: 'production', label: 'Production' },
]

/** The profile and environment in force, always in view, and how to change them. */
export function ContextSwitch({ state, current }: { state: AppState; current: Current }) {
  const switchTo = useSwitchTo()
  const use = (id: string, environment: Environment) =>
    switchTo.mutate({ id, environment }, { onError: (error) => sayProblem(error.problem) })
  return (
    <div className={styles['context']}>
      <ProfileMenu
        profiles={state.profiles}
        current={current.profile}
        choose={(id) => use(id, current.environment)}
      />
      <SegmentedControl
        className={styles['environment'] ?? ''}
        aria-label="Environment"
        data={environments}
        value={current.environment}
        onChange={(environment) => use(current.profile.id, environment)}
      />
    </div>
  )
}

interface ProfileMenuProps {
  profiles: SavedProfile[]
  current: SavedProfile
  choose: (id: string) => void
}

function ProfileMenu({ profiles, current, choose }: ProfileMenuProps) {
  const [, go] = useLocation()
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={styles['profile']} aria-label={`Profile: ${current.name}`}>
          <ProfileIcon profile={current} />
          <span>{current.name}</span>
          <ChevronsUpDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={current.id} onChange={choose}>
          {profiles.map((profile) => (
            <Menu.RadioItem key={profile.id} value={profile.id} closeMenuOnClick>
              <span className={styles['choice']}>
                <ProfileIcon profile={profile} /> {profile.name}
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<Plus size={15} aria-hidden />} onClick={() => go('/profiles')}>
          Manage profiles
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

export function ProfileIcon({ profile }: { profile: Pick<SavedProfile, 'kind'> }) {
  const Icon = profile.kind === 'embedded' ? Laptop : Server
  return <Icon size={15} aria-hidden />
}
