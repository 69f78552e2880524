import { Box, Text } from '@mantine/core'
import { CircleAlert, Equal } from 'lucide-react'
import type { FieldErrors } from '../../../contract/service/link/fieldErrors.ts'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import { Code } from '../../ui/Code.tsx'
import { Table } from '../../ui/Table.tsx'
import { listDefinition, type DiffRow } from './promotion.ts'
import styles from './promotion.module.css'

/** Shows the differences to production side by side. */
export function Changes({ rows }: { rows: DiffRow[] }) {
  return (
    <section aria-labelledby="promote-changes">
      <h3 id="promote-changes" className={styles['diffHeading']}>
        What changes
      </h3>
      <Table
        className={styles['changes']}
        layout="fixed"
        verticalSpacing={6}
        columns={[
          {
            head: null,
            cell: ({ name }) => (
              <Text inherit c="dimmed" fw={400}>
                {name}
              </Text>
            ),
            isRowHeader: true,
            look: { w: '26%' },
          },
          { head: 'Development', cell: ({ development }) => development ?? 'Unknown' },
          { head: 'Production', cell: ({ production }) => production ?? 'Unknown', className: styles['new'] },
        ]}
        rows={rows}
        getKey={({ name }) => name}
      />
    </section>
  )
}

/** Shows the unchanged definition of a link, with the errors of a rejected one. */
export function Definition({ request, errors }: { request: GenerateRequest; errors: FieldErrors }) {
  const fields = listDefinition(request, errors)
  return (
    <section aria-labelledby="promote-same">
      <h3 id="promote-same" className={styles['diffHeading']}>
        <Equal size={15} aria-hidden /> What stays the same
      </h3>
      {fields.length === 0 ? (
        <Text className={styles['note']} c="dimmed" fz="sm">
          This link sets no fields itself. The service’s defaults apply.
        </Text>
      ) : (
        <Box className={styles['same']} component="dl" fz="sm">
          {fields.map(({ field, name, value, error }) => (
            <div key={field}>
              <dt>{name}</dt>
              <dd>
                {field === 'data' ? <Code text={value} label={name} /> : value}
                {error !== null && (
                  <span className={styles['refused']}>
                    <CircleAlert size={14} aria-hidden /> {error}
                  </span>
                )}
              </dd>
            </div>
          ))}
        </Box>
      )}
    </section>
  )
}
