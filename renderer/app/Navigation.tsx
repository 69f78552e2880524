import { Flex, UnstyledButton } from '@mantine/core'
import { CircleHelp, Search } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { Brand } from '../ui/Brand.tsx'
import { commandHandlers } from '../session/commands.ts'
import { KeyNames } from '../session/KeyNames.tsx'
import { navigationItems, type NavigationItem } from '../session/routes.ts'
import styles from './shell.module.css'

/** Shows the app's main sections, always with their names. */
export function Navigation() {
  return (
    <nav aria-label="Main" className={styles['side']} data-region>
      <Brand />
      <Flex direction={{ base: 'row', xs: 'column' }} wrap={{ base: 'wrap', xs: 'nowrap' }} gap={2} flex={1}>
        {navigationItems.map((item) => (
          <NavigationLink key={item.path} item={item} />
        ))}
      </Flex>
      <NavigationLink item={{ path: '/help', label: 'Help', icon: CircleHelp }} />
      <UnstyledButton
        className={styles['navLink'] ?? ''}
        flex="none"
        fz={{ base: 11, md: 'sm' }}
        fw={400}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => commandHandlers().palette?.()}
      >
        <Search size={15} strokeWidth={1.8} />
        <span>Search</span>
        <Flex component="span" gap={2} ml={{ md: 'auto' }} aria-hidden>
          <KeyNames keys={[['Mod', 'K']]} />
        </Flex>
      </UnstyledButton>
    </nav>
  )
}

function NavigationLink({ item }: { item: NavigationItem }) {
  const { path, label, icon: Icon, pattern } = item
  const [current] = useLocation()
  const isCurrent = pattern ? pattern.test(current) : current.split('/')[1] === path.slice(1)
  return (
    <Link href={path} className={styles['navLink']} aria-current={isCurrent ? 'page' : undefined}>
      <Icon size={17} strokeWidth={1.8} />
      <span>{label}</span>
    </Link>
  )
}
