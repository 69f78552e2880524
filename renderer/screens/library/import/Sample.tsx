import type { SampleRow } from '../../../../contract/imports.ts'
import { EnvironmentBadge } from '../../../ui/Badge.tsx'
import { shorten } from '../../../ui/shorten.ts'
import styles from './import.module.css'

const outcomes: Record<SampleRow['outcome'], string> = {
  new: 'New',
  known: 'In your library',
  foreign: 'Another service',
}

/** Shows the first rows of a file as they would be imported. */
export function Sample({ rows }: { rows: readonly SampleRow[] }) {
  // Columns without any value say nothing, such as the profile of links of another service.
  const isPlaced = rows.some(({ profileName }) => profileName !== null)
  const hasEnvironments = rows.some(({ environment }) => environment !== null)
  const hasDestinations = rows.some(({ destination }) => destination !== null)
  return (
    <div className={styles['tableFrame']} tabIndex={0} role="region" aria-label="The first links">
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Link</th>
            {hasDestinations && <th scope="col">Destination</th>}
            {isPlaced && <th scope="col">Profile</th>}
            {hasEnvironments && <th scope="col">Environment</th>}
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, link, title, destination, profileName, environment, outcome }) => (
            <tr key={row}>
              <td>{row.toLocaleString()}</td>
              <td>
                <span className={styles['link']}>{shorten(link ?? '–', 48)}</span>
                {title !== null && <span className={styles['title']}>{shorten(title, 60)}</span>}
              </td>
              {hasDestinations && (
                <td>
                  <span className={styles['destination']} title={destination ?? undefined}>
                    {shorten(destination ?? '–', 60)}
                  </span>
                </td>
              )}
              {isPlaced && <td>{profileName ?? '–'}</td>}
              {hasEnvironments && (
                <td>{environment ? <EnvironmentBadge environment={environment} /> : '–'}</td>
              )}
              <td>{outcomes[outcome]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
