import type { ElectronicIdSentences } from '../electronic-id-text.ts';

/** `rfa...`: translations of what BankID recommends in Swedish and English. */
export const electronicId: ElectronicIdSentences = {
  rfa1: 'Inicia la aplicación BankID.',
  rfa3: 'La acción se ha cancelado. Inténtalo de nuevo.',
  rfa4: 'Ya hay una identificación o firma en curso para tu número de identidad personal. Inténtalo de nuevo.',
  rfa5: 'Algo ha fallado. Inténtalo de nuevo.',
  rfa6: 'La acción se ha cancelado.',
  rfa8: 'La aplicación BankID no responde. Comprueba que está iniciada y que tienes conexión a internet. Inténtalo de nuevo.',
  rfa9: 'Introduce tu código de seguridad en la aplicación BankID y elige Identificar o Firmar.',
  rfa13: 'Intentando iniciar la aplicación BankID.',
  rfa15: 'Buscando BankID. Asegúrate de tener un BankID válido en este dispositivo.',
  rfa16: 'Tu BankID está bloqueado o es demasiado antiguo. Usa otro BankID o consigue uno nuevo en tu banco.',
  rfa17a:
    'Parece que no tienes la aplicación o el programa BankID. Instálalo y consigue un BankID en tu banco.',
  rfa17b: 'No se ha podido leer el código QR. Inicia la aplicación BankID y lee el código QR.',
  rfa21: 'Hay una identificación o firma en curso.',
  rfa22: 'Algo ha fallado. Inténtalo de nuevo.',
  rfa23: 'Fotografía y escanea tu documento de identidad con la aplicación BankID.',
  rfa24: 'Haz un reconocimiento facial en la aplicación BankID.',
  rfa25: 'Elige cómo quieres confirmar tu identidad en la aplicación BankID.',
  rfa26: 'La comprobación de tu documento de identidad ha fallado. Inténtalo de nuevo.',
  rfa27: 'El reconocimiento facial ha fallado. Inténtalo de nuevo.',
  rfa28: 'Tu dispositivo no tiene el lector necesario para comprobar documentos de identidad.',
  rfa29:
    'Tienes varios BankID en tu dispositivo. Elimina todos menos uno para completar la identificación: Menú – Ajustes en la aplicación BankID.',
  rfa30: 'No se ha podido confirmar tu identidad. Inténtalo de nuevo.',
  continue_at_provider:
    'Continúa en la página del proveedor de tu identidad electrónica. Después volverás aquí.',
  return_to_page: 'Te has identificado. Continúa en la ventana que abrió la aplicación.',
  other_browser:
    'Esta identificación se inició en otro navegador o ya ha terminado. Vuelve al navegador donde empezaste o abre de nuevo el enlace de tu invitación.',
  refused_at_provider: 'No te has identificado. Inténtalo de nuevo si quieres continuar.',
  order_expired: 'El tiempo para identificarte ha terminado. Inténtalo de nuevo.',
  identification_invalid: 'No se ha podido verificar la identificación. Inténtalo de nuevo.',
  other_person: 'Se ha identificado otra persona. Tiene que ser la misma en todo el documento.',
  provider_unavailable:
    'Ahora no se puede acceder al servicio de identidad electrónica. Inténtalo de nuevo en un momento.',
  sandbox_waiting: 'Indica a quién debe identificar el entorno de pruebas.',
};
