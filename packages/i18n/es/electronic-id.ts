import type { ElectronicIdSentences } from '../en/electronic-id.ts';

/** BankID recommends sentences for `rfa...` in Swedish and English only. */
export const electronicId: ElectronicIdSentences = {
  rfa1: 'Inicie la aplicación BankID.',
  rfa3: 'La acción se ha cancelado. Inténtelo de nuevo.',
  rfa4: 'Ya hay una identificación o firma en curso para su número de identidad personal. Inténtelo de nuevo.',
  rfa5: 'Algo ha fallado. Inténtelo de nuevo.',
  rfa6: 'La acción se ha cancelado.',
  rfa8: 'La aplicación BankID no responde. Compruebe que está iniciada y que tiene conexión a internet. Inténtelo de nuevo.',
  rfa9: 'Introduzca su código de seguridad en la aplicación BankID y elija Identificar o Firmar.',
  rfa13: 'Intentando iniciar la aplicación BankID.',
  rfa15: 'Buscando BankID. Asegúrese de tener un BankID válido en este dispositivo.',
  rfa16: 'Su BankID está bloqueado o es demasiado antiguo. Use otro BankID o consiga uno nuevo en su banco.',
  rfa17a:
    'Parece que no tiene la aplicación o el programa BankID. Instálelo y consiga un BankID en su banco.',
  rfa17b: 'No se ha podido leer el código QR. Inicie la aplicación BankID y lea el código QR.',
  rfa21: 'Hay una identificación o firma en curso.',
  rfa22: 'Algo ha fallado. Inténtelo de nuevo.',
  rfa23: 'Fotografíe y escanee su documento de identidad con la aplicación BankID.',
  rfa24: 'Haga un reconocimiento facial en la aplicación BankID.',
  rfa25: 'Elija cómo quiere confirmar su identidad en la aplicación BankID.',
  rfa26: 'La comprobación de su documento de identidad ha fallado. Inténtelo de nuevo.',
  rfa27: 'El reconocimiento facial ha fallado. Inténtelo de nuevo.',
  rfa28: 'Su dispositivo no tiene el lector necesario para comprobar documentos de identidad.',
  rfa29:
    'Tiene varios BankID en su dispositivo. Elimine todos menos uno para completar la identificación: Menú – Ajustes en la aplicación BankID.',
  rfa30: 'No se ha podido confirmar su identidad. Inténtelo de nuevo.',
  continue_at_provider:
    'Continúe en la página del proveedor de su identificación electrónica. Después volverá aquí.',
  return_to_page: 'Se ha identificado. Continúe en la ventana que abrió la aplicación.',
  other_browser:
    'Esta identificación se inició en otro navegador o ya ha terminado. Vuelva al navegador donde empezó o abra de nuevo el enlace de su invitación.',
  refused_at_provider: 'No se ha identificado. Inténtelo de nuevo si quiere continuar.',
  order_expired: 'El tiempo para identificarse ha terminado. Inténtelo de nuevo.',
  identification_invalid: 'No se ha podido verificar la identificación. Inténtelo de nuevo.',
  risk_too_high:
    'La identificación se ha detenido por su seguridad, porque puede ser un intento de fraude. Identifíquese solo en páginas que haya abierto usted, en un dispositivo suyo. Si alguien le ha pedido que lo haga, contacte con su banco. Si no, inténtelo de nuevo, mejor en el dispositivo donde tiene su identificación electrónica.',
  other_person:
    'Otra persona se ha identificado aquí antes. Todas las comprobaciones las tiene que hacer la misma persona: si es usted, repita primero las anteriores.',
  provider_unavailable:
    'Ahora no se puede acceder al servicio de identificación electrónica. Inténtelo de nuevo en un momento.',
  sandbox_waiting: 'Indique a quién debe identificar el entorno de pruebas.',
};
