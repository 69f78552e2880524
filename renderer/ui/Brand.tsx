import { Group, Text } from '@mantine/core'

/** Shows the logo: two interlocking hooks. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" fill="var(--mantine-color-ink-6)" />
      <g fill="none" stroke="#fff" strokeLinecap="round" strokeWidth="3">
        <path d="M9 8.5v11a4 4 0 0 0 4 4h4" />
        <path d="M23 23.5v-11a4 4 0 0 0-4-4h-4" opacity="0.72" />
      </g>
    </svg>
  )
}

/** Shows the logo and the app's name. */
export function Brand() {
  return (
    <Group gap={9} justify="center" px="xs" py={2} fz={15} fw={650} lts="-0.01em">
      <Mark />
      <Text span inherit flex={1} visibleFrom="md">
        Linkwright
      </Text>
    </Group>
  )
}
