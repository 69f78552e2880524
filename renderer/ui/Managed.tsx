import { Flex } from '@mantine/core'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './ui.module.css'

/** Marks a setting managed by an organization's policy. */
export function Managed() {
  return (
    <Flex component="p" gap={6} align="center" c="dimmed" fz={13}>
      <Lock size={14} /> Managed by your organization
    </Flex>
  )
}

/** Disables fields that the organization manages, and shows a note about it. */
export function Lockable({ locked, children }: { locked: boolean; children: ReactNode }) {
  return (
    <>
      {locked && <Managed />}
      <fieldset className={styles['lockable']} disabled={locked}>
        {children}
      </fieldset>
    </>
  )
}
