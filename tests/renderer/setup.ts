import '@mantine/core/styles.layer.css'
import '../../renderer/theme/global.css'
