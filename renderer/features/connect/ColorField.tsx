import { Group, Radio } from '@mantine/core'
import { profileColor, type ProfileColor } from '../../../contract/app/profile/profile.ts'
import { tileProps } from '../../session/ProfileTile.tsx'
import styles from './connect.module.css'

interface ColorFieldProps {
  value: ProfileColor
  onChange: (color: ProfileColor) => void
}

/** Shows the profile colours as a radio group: one tab stop, arrow keys within it, and a name for each colour. */
export function ColorField({ value, onChange }: ColorFieldProps) {
  return (
    <Radio.Group className={styles['colors']} label="Colour" value={value} onChange={onChange}>
      <Group gap={4} mih={36}>
        {profileColor.options.map((color) => (
          <Radio.Card
            key={color}
            value={color}
            {...tileProps(color)}
            withBorder={false}
            tabIndex={color === value ? 0 : -1}
            title={colorName(color)}
            aria-label={colorName(color)}
          />
        ))}
      </Group>
    </Radio.Group>
  )
}

function colorName(color: ProfileColor): string {
  return color.charAt(0).toUpperCase() + color.slice(1)
}
