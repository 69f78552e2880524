import { Link, useRoute } from 'wouter'
import type { Appearance } from '../../contract/calls/app.ts'
import { Brand } from './Brand.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { places } from './routes.ts'
import type { Place } from './routes.ts'
import styles from './shell.module.css'

/** The places of the app, always named. */
export function Navigation({ appearance }: { appearance: Appearance }) {
  return (
    <nav aria-label="Main" className={styles['side']}>
      <Brand />
      <div className={styles['nav']}>
        {places.map((place) => (
          <NavigationLink key={place.path} place={place} />
        ))}
      </div>
      <ThemeSwitch appearance={appearance} />
    </nav>
  )
}

function NavigationLink({ place: { path, label, icon: Icon } }: { place: Place }) {
  const [here] = useRoute(`${path}/*?`)
  return (
    <Link href={path} className={styles['navLink']} aria-current={here ? 'page' : undefined}>
      <Icon size={17} strokeWidth={1.8} aria-hidden />
      <span>{label}</span>
    </Link>
  )
}
