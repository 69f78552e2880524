import { Button, Group, Stack, Text } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Link } from 'wouter'
import { ProfileTile } from './ProfileTile.tsx'
import type { SavedProfile } from './currentProfile.ts'

interface ProfilePageProps {
  profile: SavedProfile
  title: string
  /** The page above, and its path. */
  parent: string
  href: string
  children: ReactNode
}

/** Shows a page below a profile's own, with a way back. */
export function ProfilePage({ profile, title, parent, href, children }: ProfilePageProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  // Scrolls to the top. The page above was scrolled down.
  useEffect(() => heading.current?.focus(), [profile.id])
  return (
    <Stack component="section" p="var(--gutter)" maw={1100} aria-labelledby={id}>
      <Group component="header" gap={10}>
        <Button component={Link} href={href} variant="subtle" size="xs" leftSection={<ArrowLeft size={14} />}>
          {parent}
        </Button>
        <ProfileTile profile={profile} />
        <Text component="h2" id={id} ref={heading} tabIndex={-1} fz="lg" fw={600} style={{ outline: 'none' }}>
          {title}
        </Text>
      </Group>
      {children}
    </Stack>
  )
}
