import { Group, Loader } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useState } from 'react'
import { Elapsed } from './Elapsed.tsx'

const showDelayMs = 150

/** Shows a loading message after a noticeable delay, and the seconds of a long wait, which `cancel` can end. */
export function Loading({ label, cancel }: { label: string; cancel?: () => void }) {
  const [isVisible, setIsVisible] = useState(false)
  useTimeout(() => setIsVisible(true), showDelayMs, { autoInvoke: true })
  return (
    <Group gap={10} justify="center" wrap="nowrap" mih={180} c="dimmed">
      <Group component="span" gap={10} wrap="nowrap" role="status" aria-label={label}>
        {isVisible && <Loader size="sm" />}
        {isVisible && <span>{label}</span>}
      </Group>
      <Elapsed {...(cancel && { cancel })} />
    </Group>
  )
}
